// What the page and the server tell each other. Generated from the Rust types of crates/web by
// `make api-types`; do not edit. GET /api/openapi.json describes the same shapes.

/** The version, opponents, formats and limits of this server. */
export interface About {
  version: string;
  sizes: number[];
  opponents: Opponent[];
  rivals: Rival[];
  formats: Format[];
  pictures: string[];
  limits: Limits;
}

/** The analysis so far. */
export interface Analysis {
  id: number;
  depth: number;
  nodes: number;
  /** The search time, without waiting. */
  seconds: number;
  lines: AnalysisLine[];
  done: boolean;
  /** Whether it waits for a thread. */
  waiting: boolean;
}

/** A move and its principal variation. */
export interface AnalysisLine {
  square: string | null;
  /** Discs for the side to move. */
  score: number | number;
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** Whether the opening book plays the move. */
  book: boolean;
  /** The principal variation; null is a pass. */
  moves: (string | null)[];
  /** The search depth of an `estimate`. */
  depth?: number;
  /** The selectivity of a `probable` score, in percent. */
  percent?: number;
}

/** A record that cannot be parsed. */
export interface BadRecord {
  /** Its number in the file, counted from 1, bad records included. */
  record: number;
  /** The line where it begins, in a text file. */
  line: number | null;
  reason: string;
}

/** The start of a game: a standard start of a size, or any board. */
export interface Begin {
  /** The number of squares of a side. Ignored if there is a `board`. */
  size: number;
  /** The arrangement of the four discs in the middle. */
  start: 'standard' | 'mirrored';
  /** The side to move on that board. */
  to_move: Side;
  /** Any board instead, row by row: `X` is black, `O` white, `-` empty. */
  board?: string;
}

/** The start of a game: a standard start of a size, or any board. */
export interface BeginInput {
  /** Any board instead, row by row: `X` is black, `O` white, `-` empty. */
  board?: string | null;
  /** The number of squares of a side. Ignored if there is a `board`. */
  size?: number;
  /** The arrangement of the four discs in the middle. */
  start?: 'standard' | 'mirrored';
  /** The side to move on that board. */
  to_move?: Side;
}

/** A position of the tree. */
export interface Branch {
  /** The move that leads here, or `pass`; empty at the root. */
  name: string;
  /** `max` if the player at the root moves here, who wants a high value; else `min`. */
  chooser: 'max' | 'min';
  /** The value of the position; null when the branch was skipped. */
  value: BranchValue | null;
  /** The index of the child that the value came from. */
  best: number | null;
  /** The cut-off that skipped the last children. */
  cut: Cut | null;
  children: Branch[];
}

/** A value, exact or a bound. */
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
  /** The side whose clock runs. */
  running: Side | null;
  /** Milliseconds that a move adds. */
  increment: number;
  /** Seconds of both sides at the start. */
  seconds: number;
}

/** A new game with its keys, for its creator. */
export interface Created {
  id: string;
  /** The secret key of each person's seat, which is needed to play. A computer's seat has none, unless both players are computers. */
  keys: {
    /** Black's. */
    black: string | null;
    /** White's. */
    white: string | null;
  };
  game: Game;
}

/** A cut-off: the reason why the last branches were skipped. */
export interface Cut {
  /** The value that the other player already has elsewhere. */
  value: number;
  /** The moves from the root to that value. */
  path: string[];
  /** The number of children skipped. */
  skipped: number;
}

/** A position and the search to run there. */
export interface Explain {
  /** A classic opponent, with or without a level: `walle`, `walle:3`. */
  player: string;
  begin?: BeginInput;
  /** The search depth in moves; by default that of its level. */
  depth?: number | null;
  /** The search algorithm. */
  method?: 'minimax' | 'alpha_beta';
  /** The moves in order, without passes. */
  moves?: string[];
}

/** A format that games are read and written in. */
export interface Format {
  keyword: string;
  name: string;
  /** Its file extension. */
  extension: string;
  is_text: boolean;
  /** Whether it holds positions without moves. */
  of_positions: boolean;
}

/** The share of players who find the best move, from 0 to 1, and what it says in words. */
export interface FoundBy {
  share: number;
  /** The rating of these players. */
  rating: number;
  /** The sentence in English. */
  en: string;
  /** The sentence in Greek. */
  el: string;
}

/** The current state of a game. */
export interface Game {
  /** The id of the game. */
  id: string;
  /** Increases with every change. */
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
  /** The side whose computer is choosing a move. */
  thinking: Side | null;
  can_undo: boolean;
  can_redo: boolean;
  /** The side that asks to take a move back; it happens when the other side sends undo, too. */
  undo_asked_by: Side | null;
  /** The id of the rematch; the same keys open it. */
  rematch: string | null;
  /** Seconds since 1970. */
  created: number;
  clock: Clock | null;
  /** The seats that the key opens. */
  you: Side[];
}

/** A hint of the engine. */
export interface Hint {
  square: string;
  /** The score for the side to move, in discs; null on large boards, where the engine has none. */
  score: number | null;
  exact: boolean;
}

/** The level of a hint. */
export interface HintWish {
  level?: number | null;
}

/** The limits of requests. */
export interface Limits {
  read_bytes: number;
  read_games: number;
  tree_positions: number;
  analysis_seconds: number;
  analysis_lines: number;
  review_level: number;
}

/** A game, and the number of its first requested position. */
export interface Line {
  begin?: BeginInput;
  /** The number of moves before the first requested position. */
  from?: number;
  /** The moves in order, without passes. */
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
  /** The number of lines, the best first; 0 is one for every legal move. */
  lines?: number;
  /** The moves in order, without passes. */
  moves?: string[];
  /** The time limit. */
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
  /** The level of the search. */
  level?: number | null;
  /** The moves in order, without passes. */
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
  /** For programs. Codes do not change. */
  code: string;
  /** For people: what is wrong and what would be right. */
  message: string;
  /** The index of the wrong item in a list, such as a move, counted from 0. */
  at?: number;
  /** The `game` of the message. */
  game?: string;
  /** The `id` of the message. */
  id?: number;
} | Analysis | ReviewProgress;

/** A move of a puzzle. */
export interface MiddleMove {
  square: string;
  /** The discs it loses against the best move. */
  lost: number;
  /** How many of a hundred people play it. */
  share: number;
  /** What both sides play after it, without passes. */
  line: string[];
}

/** A middle-game puzzle. */
export interface MiddlePuzzle {
  id: string;
  begin: Begin;
  position: Position;
  /** How many of a hundred people solve it. */
  share: number;
}

/** A middle-game puzzle in the list. */
export interface MiddlePuzzleEntry {
  /** It stays the same when puzzles are added or sorted anew. */
  id: string;
  empties: number;
  /** How many of a hundred people solve it. */
  share: number;
}

/** All middle-game puzzles, first those that most people solve. */
export interface MiddlePuzzleList {
  /** The rating of the people whose shares are given. */
  rating: number;
  puzzles: MiddlePuzzleEntry[];
}

/** The result of a try. */
export interface MiddleTried {
  /** Whether it is the best move. */
  right: boolean;
  /** The move that was tried. */
  tried: MiddleMove | null;
  /** All legal moves, best first: after the best move, or if `show` is 1. Else empty. */
  moves: MiddleMove[];
}

/** A try at a middle-game puzzle. */
export interface MiddleTry {
  /** The move; it can be left out to be shown the answer. */
  square?: string | null;
}

/** The clock of a new game. */
export interface NewClock {
  seconds: number;
  /** Seconds that a move adds. */
  increment?: number;
}

/** A new game. */
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

/** An empty request body. */
export type Nothing = Record<string, never>;

/** A computer opponent. */
export interface Opponent {
  name: string;
  has_level: boolean;
}

/** A person's move. */
export interface Play {
  /** A square by column and row. */
  square: string;
  /** The number of moves that the sender has seen; if the game has gone on since, the answer is 409 `stale`. */
  ply?: number | null;
}

/** A position of a game, with everything that a page needs to show it. */
export interface Position {
  size: number;
  /** Row by row: `X` is black, `O` white, `-` empty. */
  board: string;
  /** The side to move; null when the game is over. */
  to_move: Side | null;
  /** The legal squares, each with the discs that it flips. */
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
  /** The discs that it flipped. */
  turned: string[];
  /** The name of the opening so far. */
  opening: string | null;
}

/** The positions. */
export interface Positions {
  /** The number of moves before the first position. */
  from: number;
  positions: Position[];
}

/** The reason why a request failed: a code for programs, and a sentence for people that says what would be right. */
export interface Problem {
  /** For programs. Codes do not change. */
  code: string;
  /** For people: what is wrong and what would be right. */
  message: string;
  /** The index of the wrong item in a list, such as a move, counted from 0. */
  at?: number;
}

/** A puzzle. */
export interface Puzzle {
  id: number;
  begin: Begin;
  position: Position;
  /** The difficulty. */
  stars: number;
}

/** A puzzle in the list. */
export interface PuzzleEntry {
  id: number;
  empties: number;
  /** The difficulty. */
  stars: number;
}

/** All puzzles, the easy ones first. */
export interface PuzzleList {
  puzzles: PuzzleEntry[];
}

/** The games in a file. */
export interface Read {
  format: string;
  games: Recorded[];
  bad: BadRecord[];
  /** Whether the file holds more than this answer. */
  more: boolean;
  /** The number of games by the header of a WTHOR file; null for other formats. */
  announced: number | null;
}

/** A reason why a move was a mistake, and the beginnings of the two lines that prove it. */
export interface Reason {
  /** What it is about, such as `corner_given`. */
  fact: string;
  /** The line after the played move as far as it matters; `--` is a pass. */
  played: string[];
  /** The line after the best move as far as it matters. */
  best: string[];
  /** The sentence in English. */
  en: string;
  /** The sentence in Greek. */
  el: string;
}

/** A game record: moves, players, event, date, comments and variations. */
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
  /** The score for Black; empty squares count for the winner. Null when it is not known. */
  score: number | null;
  /** The comments on the start position and on each move. */
  comments?: (string | null)[];
  variations?: Variation[];
}

/** The result of a game. */
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
  /** Whether one side won clearly by discs; then a rival of another strength suits better. */
  is_clear: boolean;
}

/** A review. The fields are described in docs/review.md; existing fields must not change. */
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
  /** The number of moves at the beginning that the opening book plays. */
  book: number;
  /** False while moves at the beginning are missing. */
  complete: boolean;
  /** Positions with at most this many empty squares are solved. */
  exact_from: number;
  /** The search depth of estimates. */
  level: number | null;
  /** Seconds for each estimate, instead of a level. */
  seconds: number | null;
  /** In percent. */
  accuracy: {
    black: number | null;
    white: number | null;
  };
  /** The rating that the moves of each side show; `null` when there are too few, and on boards other than 8×8. */
  strength: {
    black: Strength | null;
    white: Strength | null;
  };
  /** Discs lost over the whole game. */
  lost: {
    black: number;
    white: number;
  };
  /** The number of moves with each label. */
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
  /** Numbers of the moves that changed the leader. */
  turning_points: number[];
  graph: ReviewedPosition[];
  moves: ReviewedMove[];
}

/** The review so far, as `reversi review --json` prints it. */
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
  /** A score in discs: a whole number where possible. */
  lost: number | number;
  label: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
  forced: boolean;
  accuracy: number;
  /** Whether the score is proven. */
  exact: boolean;
  /** The kind as a word. */
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** The search depth of an estimate. */
  depth: number | null;
  /** The selectivity of a selective search to the end, in percent. */
  percent: number | null;
  best: string;
  /** The principal variation from the best move on; `--` is a pass. */
  line: string[];
  /** The principal variation from the played move on; empty when it is not known. */
  played_line: string[];
  /** Why it was a mistake, the strongest reason first. Empty for moves that are not an inaccuracy or worse. */
  why: Reason[];
  /** How many players find the best move; `null` without a choice and on small boards. */
  found_by: FoundBy | null;
}

/** The score of the game after a number of moves. */
export interface ReviewedPosition {
  after: number;
  /** For Black. */
  score: number | number;
  /** Whether the score is proven. */
  exact: boolean;
  /** The kind as a word. */
  kind: 'exact' | 'wld' | 'bounds' | 'probable' | 'estimate';
  /** The search depth of an estimate. */
  depth: number | null;
  /** The selectivity of a selective search to the end, in percent. */
  percent: number | null;
  line: string[];
}

/** A rival: a computer that plays as people of its rating do. */
export interface Rival {
  /** Its name as a player: `rival:6`. */
  player: string;
  /** Its rating on 8×8. */
  rating: number;
  /** What its rating means: `club_beginner`. */
  skill: 'newcomer' | 'beginner' | 'club_beginner' | 'club_player' | 'strong_club_player' | 'tournament_player' | 'master' | 'champion' | 'superhuman';
  /** Whether it is the first opponent of new players. */
  is_first: boolean;
}

/** A player of the game. */
export interface Seat {
  /** `human`, or a computer with its level. */
  player: string;
  name: string;
  /** Whether a live connection with the key is open; computers always are. */
  here: boolean;
}

/** A colour's name. */
export type Side = 'black' | 'white';

/** A request for a computer's move. */
export interface Step {
  /** The number of moves that the sender has seen; if the game has gone on since, the answer is 409 `stale`. */
  ply?: number | null;
}

/** A rating and its range: the rating of the player is between `low` and `high` two times in three. */
export interface Strength {
  rating: number;
  low: number;
  high: number;
}

/** The search tree. */
export interface Tree {
  root: Branch;
  /** The number of positions visited. */
  visited: number;
  /** The search depth in moves. */
  depth: number;
}

/** The result of a try. */
export interface Tried {
  /** Whether the last move keeps the win. */
  right: boolean;
  /** Whether the puzzle is solved: no only winning move is left to find. */
  solved: boolean;
  /** The opponent's reply. */
  reply: string | null;
  /** The best move, if `show` is 1. */
  best: string | null;
  /** The result of perfect play for the solver, in discs. */
  score: number;
  /** The moves so far with the reply; with several replies if the solver has to pass. */
  moves: string[];
  /** The position after these moves. */
  position: Position;
}

/** A try at a puzzle. */
export interface Try {
  /** All moves since the puzzle's position, of both sides. */
  moves?: string[];
}

/** A variation: moves that branch off from the game or from an earlier variation. */
export interface Variation {
  /** The index of the variation that it branches off from; null for the game itself. */
  parent: number | null;
  /** The number of moves before its first move. */
  after: number;
  moves: string[];
  /** The comments on its moves. */
  comments?: (string | null)[];
}

/** A variation: moves that branch off from the game or from an earlier variation. */
export interface VariationInput {
  /** The number of moves before its first move. */
  after: number;
  moves: string[];
  /** The comments on its moves. */
  comments?: (string | null)[];
  /** The index of the variation that it branches off from; null for the game itself. */
  parent?: number | null;
}

/** A game to write, with the format. */
export interface Write {
  /** A keyword of `/api/about`, a file extension, or a picture: svg, png (the last position) or gif (the whole game). */
  format: string;
  begin?: BeginInput;
  /** The comments on the start position and on each move. */
  comments?: (string | null)[];
  /** A date such as 2004-05-01, 2004-05 or 2004. */
  date?: string | null;
  event?: string;
  /** The moves in order, without passes. */
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
