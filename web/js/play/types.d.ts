// The shapes of the Play part.
import type { Game, Result, Rival, Side, Sides } from '../../types.d.ts';

/** Who plays: against a computer, two at one screen, two by a link, two computers. */
export type Mode = 'computer' | 'screen' | 'link' | 'demo';

/** A computer as it is chosen in the form. */
export interface Opponent {
  name: string;
  /** The rung of a rival on 8×8. */
  rival: number;
  /** The rungs on boards of other sizes: `rival6`. */
  [rung: `rival${number}`]: number | undefined;
  /** How many moves ahead the engine looks. */
  engine: number;
  /** How many moves ahead a classic opponent looks. */
  classic: number;
}

/** What the form for a new game holds. */
export interface Wishes {
  mode: Mode;
  opponent: Opponent;
  /** The other computer, where two of them play. */
  second: Opponent;
  colour: Side | 'chance';
  names: { mine: string; friend: string; black: string; white: string };
  size: number;
  start: 'standard' | 'mirrored';
  /** `none`, `own`, or one of the usual clocks such as `5+0`. */
  clock: string;
  minutes: number;
  increment: number;
}

/** Where the user stands on the ladder of rivals, for one board size. */
export interface Climb {
  /** The rung of the last game, and wins in a row against it; losses are negative. */
  rung: number;
  streak: number;
  /** The last game that was counted, and the rung that suits better after it. */
  game: string;
  next: number | null;
  /** The last game that was seen running, to be counted when it is seen over. */
  playing: string;
}

/** A game that this browser can return to. */
export interface Kept {
  id: string;
  key: string | null;
  /** The other side's key, for the invitation. */
  invite?: string | null;
  /** Whether the invitation was shown. */
  isInvited?: boolean;
  /** When it was last seen to change, in milliseconds. */
  at: number;
  /** How it stood, without its moves. */
  game?: Game | null;
  /** Whether the server has lost it. */
  isGone?: boolean;
}

/** A game, and when it was heard of. */
export interface Arrival { game: Game; heard: number }

type Said<Names extends string, What extends unknown[]> = Record<Names, (...what: What) => string>;
type Blame = { you: string; they: (name: string) => string };

/** What the Play part says. */
export type Texts = Record<
  'newGame' | 'mode' | 'opponent' | 'classics' | 'strength' | 'noLevel' | 'colour' | 'more' | 'moreNoNames' | 'size' | 'startOf' | 'clock'
  | 'noClock' | 'ownClock' | 'minutes' | 'increment' | 'noClockIs' | 'yourName' | 'friendsName' | 'canBeEmpty' | 'play' | 'invite' | 'watch'
  | 'beginning' | 'learnRules' | 'shelf' | 'shelfEmpty' | 'removed' | 'goneGame' | 'yourTurnShort' | 'theirTurnShort' | 'runningShort'
  | 'you' | 'guest' | 'computer' | 'toMove' | 'here' | 'away' | 'yourTurn' | 'passYou' | 'passThem' | 'watching' | 'takenBack'
  | 'won' | 'lost' | 'draw' | 'undo' | 'redo' | 'hint' | 'legal' | 'legalLong' | 'resign' | 'resignTitle' | 'goOn' | 'undoAsk' | 'undoAsked'
  | 'allow' | 'decline' | 'declined' | 'rematch' | 'rematchReady' | 'toRematch' | 'analysis' | 'copyLink' | 'copied' | 'notCopied' | 'record'
  | 'recordTitle' | 'format' | 'download' | 'copy' | 'inviteAgain' | 'inviteTitle' | 'link' | 'share' | 'shareText' | 'friendHere'
  | 'rivalElsewhere' | 'engineElsewhere' | 'beatsMost' | 'nextRival' | 'easierRival'
  | 'friendAway' | 'localOnly' | 'pause' | 'go' | 'step' | 'speed' | 'fullSpeed' | 'typeSquare', string>
  & Said<'ahead' | 'aheadShort' | 'sizeIs' | 'discs' | 'empties' | 'moves' | 'secondsLeft', [count: number]>
  & Said<'remove' | 'thinking' | 'turnOf' | 'passOf' | 'winner' | 'byDiscs' | 'drawBy' | 'resignText' | 'undoWanted' | 'hintIs' | 'every' | 'notPossible' | 'clockOf', [text: string]>
  & Said<'versus' | 'gameOf', [black: string, white: string]>
  & Said<'about', [rating: number]>
  & Said<'clockIs', [minutes: string, increment: number]>
  & Said<'score', [more: number, fewer: number]>
  & Said<'plays', [name: string, square: string, turned: number]>
  & Said<'youPlay', [square: string, turned: number]>
  & Said<'inviteText', [side: Side]>
  & {
    modes: Record<Mode, [name: string, about: string]>;
    opponents: Record<string, [name: string, about: string]>;
    skills: Record<Rival['skill'], string>;
    colours: Record<Side | 'chance', string>;
    starts: Record<'standard' | 'mirrored', string>;
    nameOf: Sides<string>;
    endedBy: Record<Result['reason'], string>;
    byResignation: Blame;
    byTime: Blame;
  };
