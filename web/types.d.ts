// What the page and the server tell each other; docs/web-api.md describes it.

export type Side = 'black' | 'white';
export type Lang = 'en' | 'el';
export interface Sides<T> { black: T; white: T }

export interface Begin { size: number; start: 'standard' | 'mirrored'; board?: string; to_move: Side }
export interface Moves { begin: Partial<Begin>; moves: string[] }

export interface Position {
  size: number;
  board: string;
  to_move: Side | null;
  legal: Record<string, string[]>;
  counts: Sides<number>;
  empties: number;
  passed: Side | null;
  last: string | null;
  turned: string[];
  opening: string | null;
}

export interface Problem { code: string; message: string; at?: number }

export interface Seat { player: string; name: string; here: boolean }
export interface Result { winner: Side | null; reason: 'discs' | 'resignation' | 'time'; discs: Sides<number> }
export interface Clock { black: number; white: number; running: Side | null; increment: number; seconds: number }

export interface Game {
  id: string;
  version: number;
  begin: Begin;
  moves: string[];
  position: Position;
  players: Sides<Seat>;
  shared: boolean;
  status: 'playing' | 'over';
  result: Result | null;
  thinking: Side | null;
  can_undo: boolean;
  can_redo: boolean;
  undo_asked_by: Side | null;
  clock: Clock | null;
  rematch: string | null;
  you: Side[];
  created: number;
}

export interface NewGame {
  begin?: Partial<Begin>;
  black: string;
  white: string;
  names?: Sides<string>;
  shared?: boolean;
  clock?: { seconds: number; increment: number } | null;
}
export interface Created { id: string; keys: Sides<string | null>; game: Game }

export interface Line {
  square: string | null;
  score: number;
  kind: 'exact' | 'probable' | 'estimate' | 'bounds' | 'wld';
  percent?: number;
  depth?: number;
  moves: (string | null)[];
}
export interface Analysis {
  type: 'analysis';
  id: number;
  depth: number;
  nodes: number;
  seconds: number;
  lines: Line[];
  done: boolean;
  waiting: boolean;
}

export type Label = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
export interface Judged {
  number: number;
  color: Side;
  move: string;
  empties: number;
  before: number;
  after: number;
  lost: number;
  label: Label;
  forced: boolean;
  accuracy: number;
  exact: boolean;
  kind: string;
  depth: number | null;
  percent: number | null;
  best: string;
  line: string[];
}
export interface Review {
  complete: boolean;
  exact_from: number;
  level: number | null;
  accuracy: Sides<number | null>;
  lost: Sides<number>;
  labels: Sides<Record<Label, number>>;
  turning_points: number[];
  graph: { after: number; score: number; exact: boolean; kind: string; line: string[] }[];
  moves: Judged[];
}

/** A node of a searched tree. */
export interface Branch {
  name: string;
  chooser: 'max' | 'min';
  value: { number: number; bound: 'exact' | 'at_least' | 'at_most' } | null;
  best: number | null;
  cut: { value: number; path: string[]; skipped: number } | null;
  children: Branch[];
}
export interface Explained { root: Branch; visited: number; depth: number }

/** Where the page is: `#/learn/puzzles?id=3` is `{parts: ['learn', 'puzzles'], query}`. */
export interface Route { parts: string[]; query: URLSearchParams }

/** A key and what it does; the sheet of keys is made of these. */
export interface Key { key: string; text: string; run: (event: KeyboardEvent) => void }

/** A part of the page on show. */
export interface View {
  /** Keys that work while it is. */
  keys?: Key[];
  /** Hears keys before all others; true if this one was meant for it. */
  pressed?: (event: KeyboardEvent) => boolean;
  /** Takes another address without being made anew; false if it cannot. */
  update?: (route: Route) => boolean;
  /** Puts everything away. */
  leave: () => void;
}

/** A note on a square: a score, say. */
export interface Note { text: string; kind?: 'exact' | 'estimate'; best?: boolean; label?: string }

/** What is shown on a board beside the discs. */
export interface Look {
  /** Whether squares can be chosen. */
  isOpen?: boolean;
  /** Whether legal squares are marked; they are unless this is false. */
  showsLegal?: boolean;
  /** A square to point at. */
  hint?: string | null;
  /** Notes on squares. */
  notes?: Map<string, Note>;
  /** Kinds of squares: `right`, `wrong` or `shown`. */
  marks?: Map<string, string>;
  /** Whether discs change without turning. */
  isStill?: boolean;
  /** Whether every square can be chosen, not only legal ones. */
  isAnySquare?: boolean;
}
