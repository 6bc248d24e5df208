//! Training: games, labels and fits, from the first game to the weights.

mod blocks;
mod fitting;
mod games;
mod labels;
mod ladder;
mod people;
mod puzzles;
mod scorer;
mod worker;
