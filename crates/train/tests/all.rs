//! Games, labels and fits, from the first game to the weights.

mod blocks;
mod fitting;
mod games;
mod judge;
mod labels;
mod odds;
mod puzzles;
