-- A game database, version 1. docs/database.md tells how to ask it questions of one's own.

-- Names that differ only in capitals are one name.
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
) STRICT;

-- Tournaments and matches; where a record names only a place, the place.
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE
) STRICT;

-- The files that games came from.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- What is unknown is NULL.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    identity BLOB NOT NULL UNIQUE,    -- a hash of players, event, date, start and moves
    black INTEGER REFERENCES players,
    white INTEGER REFERENCES players,
    event INTEGER REFERENCES events,
    year INTEGER,
    date TEXT,                        -- 1977, 2004-05-01 or 2004-05-01 10:30:00
    size INTEGER NOT NULL,
    start TEXT,                       -- a board string; NULL is the usual start
    moves TEXT NOT NULL,              -- f5d6c3…, without passes
    score INTEGER,                    -- for Black, empty squares to the winner
    source INTEGER NOT NULL REFERENCES sources
) STRICT;
CREATE INDEX games_by_black ON games (black);
CREATE INDEX games_by_white ON games (white);

-- Which games went through which 8×8 positions: see index/mod.rs.
CREATE TABLE positions (
    bucket INTEGER PRIMARY KEY,
    entries BLOB NOT NULL
) STRICT;

-- The last game whose positions are there. Later ones were imported by a program that was ended
-- before it came to that; the next import makes up for it.
CREATE TABLE indexed (
    last_game INTEGER NOT NULL
) STRICT;
INSERT INTO indexed VALUES (0);
