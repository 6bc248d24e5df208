//! Batches of jobs on a farm, with a server of their own.

mod farm;
