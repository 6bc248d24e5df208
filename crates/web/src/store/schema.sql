-- The games of `reversi web`, version 1.

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL,         -- how often it has changed
    created INTEGER NOT NULL,         -- seconds since 1970, like all times but the clock's
    touched INTEGER NOT NULL,
    start TEXT NOT NULL,              -- a board string
    moves TEXT NOT NULL,              -- f5d6c3…, without passes, with those that were taken back
    made INTEGER NOT NULL,            -- how many of them stand
    black TEXT NOT NULL,              -- human, or a computer such as engine:8
    white TEXT NOT NULL,
    black_name TEXT NOT NULL,
    white_name TEXT NOT NULL,
    black_key TEXT,                   -- who has it plays there
    white_key TEXT,
    shared INTEGER NOT NULL,          -- two people at one screen
    black_arrived INTEGER NOT NULL,   -- whether anybody has ever come with the key
    white_arrived INTEGER NOT NULL,
    loser TEXT,                       -- of a game that was not played out
    by_time INTEGER NOT NULL,         -- whether it was lost on time, and not given up
    clock TEXT,                       -- milliseconds: at first, a move adds, Black has, White has
    running TEXT,                     -- whose time runs
    since INTEGER,                    -- from when on, in milliseconds since 1970
    undo_asked_by TEXT,
    rematch TEXT,
    phase INTEGER                     -- 0 without moves, 1 being played, 2 over; NULL: not known yet
) STRICT, WITHOUT ROWID;

-- Finds the games that have not changed for longest.
CREATE INDEX games_by_phase ON games (phase, touched);

-- When the program was last seen at work while somebody's time ran, in milliseconds since 1970: the
-- time that it stood still is nobody's.
CREATE TABLE alive (
    at INTEGER NOT NULL
) STRICT;
INSERT INTO alive VALUES (0);
