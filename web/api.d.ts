// What the page and the server tell each other. Generated from the Rust types of crates/web by
// `make api-types`; do not edit. GET /api/openapi.json describes the same shapes.

/** What this server is and can do. */
export interface About {
  version: string;
  sizes: number[];
  opponents: Opponent[];
  formats: Format[];
  pictures: string[];
  limits: Limits;
}

/** What is known of a position so far. */
export interface Analysis {
  id: number;
  depth: number;
  nodes: number;
  /** How long it has been thinking; waiting does not count. */
  seconds: number;
  lines: AnalysisLine[];
  done: boolean;
  /** Others have their turn just now. */
  waiting: boolean;
}

/** A move and how the game would go on. */
export interface AnalysisLine {
  square: string | null;
  /** Discs for the side to move. */
  score: number | number;
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** The game from here on; null is a pass. */
  moves: (string | null)[];
  /** How many moves ahead an `estimate` looked. */
  depth?: number | null;
  /** How sure a `probable` score is. */
  percent?: number | null;
}

/** A record that cannot be read. */
export interface BadRecord {
  /** Counted from 1, bad ones included. */
  record: number;
  /** The line it begins on, in a text. */
  line: number | null;
  reason: string;
}

/** Where a game begins: one of the starts of a size, or any board. */
export interface Begin {
  /** How many squares a side has. A board tells its own size. */
  size: number;
  /** How the four discs in the middle lie. */
  start: 'standard' | 'mirrored';
  /** Who moves first on that board. */
  to_move: Side;
  /** Any board instead, row by row: `X` is black, `O` white, `-` empty. */
  board?: string | null;
}

/** Where a game begins: one of the starts of a size, or any board. */
export interface BeginInput {
  /** Any board instead, row by row: `X` is black, `O` white, `-` empty. */
  board?: string | null;
  /** How many squares a side has. A board tells its own size. */
  size?: number;
  /** How the four discs in the middle lie. */
  start?: 'standard' | 'mirrored';
  /** Who moves first on that board. */
  to_move?: Side;
}

/** A position of the tree. */
export interface Branch {
  /** The move that leads here, or `pass`; empty at the root. */
  name: string;
  /** Whose choice it is here: the player's at the root, who wants a high value, or the opponent's. */
  chooser: 'max' | 'min';
  /** The value found here; null when the branch was skipped. */
  value: BranchValue | null;
  /** The place of the child that the value came from. */
  best: number | null;
  /** Why the last children were skipped. */
  cut: Cut | null;
  children: Branch[];
}

/** What is known of a value. */
export interface BranchValue {
  number: number;
  bound: 'exact' | 'at_least' | 'at_most';
}

/** The clock of a game, at the moment it was sent. */
export interface Clock {
  /** Milliseconds left to Black. */
  black: number;
  /** Milliseconds left to White. */
  white: number;
  /** Whose time runs. */
  running: Side | null;
  /** Milliseconds that a move adds. */
  increment: number;
  /** Seconds that both had at first. */
  seconds: number;
}

/** A new game, for the one who made it. */
export interface Created {
  id: string;
  /** A secret for each person's seat: who has it plays. A computer's seat has none, unless nobody plays but computers. */
  keys: {
    /** Black's. */
    black: string | null;
    /** White's. */
    white: string | null;
  };
  game: Game;
}

/** Why the last branches were skipped. */
export interface Cut {
  /** The value that the other player can have elsewhere. */
  value: number;
  /** The moves from the root to there. */
  path: string[];
  /** The number of children skipped. */
  skipped: number;
}

/** A position, and who looks ahead from there. */
export interface Explain {
  /** A computer that looks ahead, by name or with a level: `walle`, `walle:3`. */
  player: string;
  begin?: BeginInput;
  /** How many moves ahead, if not as many as its level says. */
  depth?: number | null;
  /** How to search. */
  method?: 'minimax' | 'alpha_beta';
  /** Moves in turn. Passes are not written. */
  moves?: string[];
}

/** A format that games are read and written in. */
export interface Format {
  keyword: string;
  name: string;
  /** What the names of its files end with. */
  extension: string;
  is_text: boolean;
  /** Whether it holds positions, without the moves that led there. */
  of_positions: boolean;
}

/** A game as one of its watchers is told of it. */
export interface Game {
  /** What the game is called. */
  id: string;
  /** Goes up with every change. */
  version: number;
  begin: Begin;
  moves: string[];
  position: Position;
  /** One value for each side. */
  players: {
    /** Black's. */
    black: Seat;
    /** White's. */
    white: Seat;
  };
  shared: boolean;
  status: 'playing' | 'over';
  result: Result | null;
  /** The computer that chooses a move just now. */
  thinking: Side | null;
  can_undo: boolean;
  can_redo: boolean;
  /** The side that asks to take a move back; it happens when the other side says undo too. */
  undo_asked_by: Side | null;
  /** The game that goes on from this one; the same keys open it. */
  rematch: string | null;
  /** Seconds since 1970. */
  created: number;
  clock: Clock | null;
  /** The seats that the key opens. */
  you: Side[];
}

/** What the engine would do. */
export interface Hint {
  square: string;
  /** Discs for the side to move; null on boards that the engine does not judge in discs. */
  score: number | null;
  exact: boolean;
}

/** How far a hint looks ahead. */
export interface HintWish {
  level?: number | null;
}

/** How much can be asked for. */
export interface Limits {
  read_bytes: number;
  read_games: number;
  tree_positions: number;
  analysis_seconds: number;
  analysis_lines: number;
  review_level: number;
}

/** A game, and from which move on its positions are wanted. */
export interface Line {
  begin?: BeginInput;
  /** The number of moves before the first position wanted. */
  from?: number;
  /** Moves in turn. Passes are not written. */
  moves?: string[];
}

/** What a client says over `/api/live`. */
export type LiveSaid = {
  type: 'watch';
  /** The id of the game. */
  game: string;
  /** The key of a seat; not needed to watch. */
  key?: string | null;
} | {
  type: 'unwatch';
  /** The id of the game. */
  game: string;
} | {
  type: 'ping';
} | {
  type: 'analyse';
  /** Answers carry this number. */
  id: number;
  /** Where the game begins. */
  begin?: BeginInput;
  /** How many moves are wanted, the best first; 0 is all of them. */
  lines?: number;
  /** Moves in turn. Passes are not written. */
  moves?: string[];
  /** How long to think. */
  seconds?: number;
} | {
  type: 'stop';
  /** The number of the analysis or review. */
  id: number;
} | {
  type: 'review';
  /** Answers carry this number. */
  id: number;
  /** Where the game begins. */
  begin?: BeginInput;
  /** How far to look ahead. */
  level?: number | null;
  /** Moves in turn. Passes are not written. */
  moves?: string[];
};

/** What the server says over `/api/live`. */
export type LiveTold = {
  type: 'game';
  /** The game. */
  game: Game;
} | {
  type: 'pong';
} | {
  type: 'problem';
  /** For programs: stays as it is. */
  code: string;
  /** For people: what is wrong and what would be right. */
  message: string;
  /** Which of several things was wrong, counted from 0: a move of a list. */
  at?: number | null;
  /** The `game` of the message. */
  game?: string | null;
  /** The `id` of the message. */
  id?: number | null;
} | Analysis | ReviewProgress;

/** The clock of a new game. */
export interface NewClock {
  seconds: number;
  /** Seconds that a move adds. */
  increment?: number;
}

/** A game that somebody would like to play. */
export interface NewGame {
  /** `human`, or a computer's name with or without a level. */
  black: string;
  /** The same for White. */
  white: string;
  begin?: BeginInput;
  clock?: NewClock | null;
  /** One value for each side. */
  names?: {
    /** Black's. */
    black: string;
    /** White's. */
    white: string;
  };
  /** Two people at one screen: one key plays for both. */
  shared?: boolean;
}

/** Nothing more needs to be said. */
export type Nothing = Record<string, never>;

/** A computer opponent. */
export interface Opponent {
  name: string;
  has_level: boolean;
}

/** A move of a person's. */
export interface Play {
  /** A square by column and row. */
  square: string;
  /** The number of moves that the sender has seen; if the game has gone on since, the answer is 409 `stale`. */
  ply?: number | null;
}

/** A position of a game and what a page needs to show it. */
export interface Position {
  size: number;
  /** Row by row: `X` is black, `O` white, `-` empty. */
  board: string;
  /** The side to move; null when the game is over. */
  to_move: Side | null;
  /** The legal squares, and the discs that each of them turns. */
  legal: Record<string, string[]>;
  /** One value for each side. */
  counts: {
    /** Black's. */
    black: number;
    /** White's. */
    white: number;
  };
  empties: number;
  /** The side that has just passed. */
  passed: Side | null;
  /** The last move. */
  last: string | null;
  /** The discs it turned. */
  turned: string[];
  /** The name of the opening so far. */
  opening: string | null;
}

/** The positions. */
export interface Positions {
  /** How many moves come before the first of the positions. */
  from: number;
  positions: Position[];
}

/** Why a request was not done: a code for programs, and a sentence for people that says what would be right. */
export interface Problem {
  /** For programs: stays as it is. */
  code: string;
  /** For people: what is wrong and what would be right. */
  message: string;
  /** Which of several things was wrong, counted from 0: a move of a list. */
  at?: number | null;
}

/** A puzzle. */
export interface Puzzle {
  id: number;
  begin: Begin;
  position: Position;
  /** How hard it is. */
  stars: number;
}

/** A puzzle of the list. */
export interface PuzzleEntry {
  id: number;
  empties: number;
  /** How hard it is. */
  stars: number;
}

/** All puzzles, the easy ones first. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/** What is in a file. */
export interface Read {
  format: string;
  games: Recorded[];
  bad: BadRecord[];
  /** Whether there is more than is told. */
  more: boolean;
}

/** A game with what its record says. */
export interface Recorded {
  begin: Begin;
  moves: string[];
  /** One value for each side. */
  players: {
    /** Black's. */
    black: string;
    /** White's. */
    white: string;
  };
  event: string;
  date: string | null;
  /** For Black, empty squares to the winner; null when it is not known. */
  score: number | null;
  /** About the beginning and about each move in turn. */
  comments?: (string | null)[];
  variations?: Variation[];
}

/** How a game ended. */
export interface Result {
  winner: Side | null;
  reason: 'discs' | 'resignation' | 'time';
  /** One value for each side. */
  discs: {
    /** Black's. */
    black: number;
    /** White's. */
    white: number;
  };
}

/** A review. The fields are described in docs/review.md; what is there stays as it is. */
export interface Review {
  /** One value for each side. */
  players: {
    black: string;
    white: string;
  };
  date: string | null;
  event: string;
  size: number;
  /** The result for Black, in discs. */
  score: number | null;
  opening: string | null;
  /** False while moves at the beginning are missing. */
  complete: boolean;
  /** Positions with at most this many empty squares are solved. */
  exact_from: number;
  /** How many moves ahead estimates look. */
  level: number | null;
  /** Seconds for each estimate, instead of a level. */
  seconds: number | null;
  /** In percent. */
  accuracy: {
    black: number | null;
    white: number | null;
  };
  /** Discs lost over the whole game. */
  lost: {
    black: number;
    white: number;
  };
  /** How many moves of each label. */
  labels: {
    black: {
      best: number;
      good: number;
      inaccuracy: number;
      mistake: number;
      blunder: number;
    };
    white: {
      best: number;
      good: number;
      inaccuracy: number;
      mistake: number;
      blunder: number;
    };
  };
  /** Numbers of the moves that changed who was winning. */
  turning_points: number[];
  graph: ReviewedPosition[];
  moves: ReviewedMove[];
}

/** What is known of a game so far: its review, as `reversi review --json` prints it. */
export interface ReviewProgress {
  id: number;
  review: Review;
  done: boolean;
}

/** A move and what it lost. */
export interface ReviewedMove {
  number: number;
  color: 'black' | 'white';
  move: string;
  empties: number;
  /** With the best move, for the side that moved. */
  before: number | number;
  /** With the move made. */
  after: number | number;
  /** A score in discs: a whole number wherever it is one. */
  lost: number | number;
  label: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  forced: boolean;
  accuracy: number;
  /** Whether it is proven. */
  exact: boolean;
  /** In a word. */
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** Moves looked ahead, for an estimate. */
  depth: number | null;
  /** How sure a selective search to the end is. */
  percent: number | null;
  best: string;
  /** The best move and how the game would go on; `--` is a pass. */
  line: string[];
}

/** The score of the game after a number of moves. */
export interface ReviewedPosition {
  after: number;
  /** For Black. */
  score: number | number;
  /** Whether it is proven. */
  exact: boolean;
  /** In a word. */
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** Moves looked ahead, for an estimate. */
  depth: number | null;
  /** How sure a selective search to the end is. */
  percent: number | null;
  line: string[];
}

/** Somebody at the board. */
export interface Seat {
  /** `human`, or a computer with its level. */
  player: string;
  name: string;
  /** Whether a live connection with the key is open; computers always are. */
  here: boolean;
}

/** A colour's name. */
export type Side = 'black' | 'white';

/** A move of a computer's. */
export interface Step {
  /** The number of moves that the sender has seen; if the game has gone on since, the answer is 409 `stale`. */
  ply?: number | null;
}

/** The tree. */
export interface Tree {
  root: Branch;
  /** The number of positions visited. */
  visited: number;
  /** How many moves ahead. */
  depth: number;
}

/** What came of a try. */
export interface Tried {
  /** Whether the last move keeps the win. */
  right: boolean;
  /** Whether there is nothing more to find. */
  solved: boolean;
  /** The opponent's reply. */
  reply: string | null;
  /** The best move, if it was asked for. */
  best: string | null;
  /** The result of perfect play for the solver, in discs. */
  score: number;
  /** The moves so far with the reply; several where the solver has to pass. */
  moves: string[];
  /** The position after them. */
  position: Position;
}

/** A try at a puzzle. */
export interface Try {
  /** All moves since the puzzle's position, both sides'. */
  moves?: string[];
}

/** Moves that branch off from the game or from a variation before it. */
export interface Variation {
  /** The place in the list of the variation that it branches off from; null for the game itself. */
  parent: number | null;
  /** How many moves come before it. */
  after: number;
  moves: string[];
  /** About each of its moves in turn. */
  comments?: (string | null)[];
}

/** Moves that branch off from the game or from a variation before it. */
export interface VariationInput {
  /** How many moves come before it. */
  after: number;
  moves: string[];
  /** About each of its moves in turn. */
  comments?: (string | null)[];
  /** The place in the list of the variation that it branches off from; null for the game itself. */
  parent?: number | null;
}

/** A game to be written down. */
export interface Write {
  /** A keyword of `/api/about`, what the names of files of a format end with, or svg, png (the last position) or gif (the whole game). */
  format: string;
  begin?: BeginInput;
  /** About the beginning and about each move in turn. */
  comments?: (string | null)[];
  /** Such as 2004-05-01, or a part of it. */
  date?: string | null;
  event?: string;
  /** Moves in turn. Passes are not written. */
  moves?: string[];
  /** One value for each side. */
  players?: {
    /** Black's. */
    black: string;
    /** White's. */
    white: string;
  };
  variations?: VariationInput[];
}
