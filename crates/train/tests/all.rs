//! Training: games, labels and fits, from the first game to the weights.

mod blocks;
mod fitting;
mod games;
mod labels;
mod puzzles;
mod scorer;
mod win_probability;
mod worker;
