//! The referee and the hall, with contestants who keep to a script.

mod faults;
mod games;
mod hall;
mod scripted;
