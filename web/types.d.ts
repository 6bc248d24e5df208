// The shapes of the page. Those that it shares with the server are generated: api.d.ts.
import type { Begin, ReviewedMove } from './api.d.ts';
export type * from './api.d.ts';

export type Lang = 'en' | 'el';
export interface Sides<T> { black: T; white: T }

/** A game as it is sent. */
export interface Moves { begin: Partial<Begin>; moves: string[] }

export type Label = ReviewedMove['label'];

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

/** A note on a square: a score, say, with a small mark below it. */
export interface Note { text: string; kind?: 'exact' | 'estimate'; mark?: string; best?: boolean; label?: string }

/** The words of a board. */
export type BoardWords = Record<'board' | 'black' | 'white' | 'empty' | 'canPlay' | 'lastMove' | 'suggested', string>;

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
  /** Kinds of squares: `right`, `wrong`, `shown` or `turned`. */
  marks?: Map<string, string>;
  /** Whether discs change without turning. */
  isStill?: boolean;
  /** Whether every square can be chosen, not only legal ones. */
  isAnySquare?: boolean;
}
