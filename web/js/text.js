// The texts of the page, in English and in Greek. Each part of the page has such a file.
/** @import {Lang, Problem, Side} from '../types.d.ts' */
import { recall, remember } from './settings.js';

/** @type {Lang[]} */
export const LANGS = ['en', 'el'];

/** @returns {Lang} */
function chosen() {
  const asked = new URLSearchParams(location.search).get('lang');
  const isLang = (/** @type {string | null} */ lang) => LANGS.includes(/** @type {Lang} */ (lang));
  if (isLang(asked)) remember('lang', asked);
  const kept = recall('lang', null);
  if (isLang(kept)) return /** @type {Lang} */ (/** @type {unknown} */ (kept));
  return navigator.language.startsWith('el') ? 'el' : 'en';
}

let current = chosen();

/** The current language. */
export const lang = () => current;

/**
 * Sets the language.
 * @param {Lang} other
 */
export function setLanguage(other) {
  current = other;
  remember('lang', other);
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.set('lang', other);
    history.replaceState(null, '', address);
  }
}

/**
 * The texts in the current language.
 * @template T
 * @param {{en: T, el: T}} book
 * @returns {T}
 */
export const texts = book => book[current];

const en = {
  play: 'Play',
  analyse: 'Analyse',
  learn: 'Learn',
  language: 'Ελληνικά',
  themes: { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' },
  keys: 'Keys',
  keysHint: 'Keys (?)',
  everywhere: 'Everywhere',
  here: 'Here',
  close: 'Close',
  skip: 'Skip to the content',
  offline: 'The server does not answer. Trying again…',
  board: 'Board',
  black: 'black',
  white: 'white',
  sides: { black: 'Black', white: 'White' },
  empty: 'empty',
  canPlay: 'you can play here',
  lastMove: 'last move',
  suggested: 'suggested',
  squareKeys: 'Arrow keys: go to a square. Enter or space: play there',
  goPlay: 'Play',
  goAnalyse: 'Analyse',
  goLearn: 'Learn',
  failed: 'That did not work.',
  noAnswer: 'The server does not answer.',
  unknownPage: 'There is nothing at this address.',
  backHome: 'To a new game',
  again: 'Try again',
  space: 'space',
  closeUp: 'Close up',
  wholeBoard: 'Whole board',
  problems: /** @type {Record<string, string>} */ ({
    not_found: 'There is no such game here.',
    busy: 'Too much is asked for just now. Try again in a moment.',
    bad_key: 'Only the players can do this; you are watching.',
    not_your_turn: 'It is not your turn.',
    bad_name: 'A name is one line of at most 60 letters.',
    bad_clock: 'There is no such clock.',
    illegal_move: 'This move is not possible.',
    humans_turn: 'It is a person’s turn.',
    computers_turn: 'It is the computer’s turn.',
    game_over: 'The game is over.',
    nothing_to_undo: 'There is no move of yours to take back.',
    nothing_to_redo: 'No move was taken back.',
    stale: 'The game has gone on meanwhile.',
    no_help: 'No engine helps while you play against a person. Ask again when the game is over.',
    board_too_large: 'The engine analyses boards up to 8×8.',
    tree_too_large: 'This tree is too large to draw. Look fewer moves ahead.',
    no_text: 'This is not a file of games or positions.',
    too_large: 'This is more than is read at once.',
  }),
};

/** @type {typeof en} */
const el = {
  play: 'Παιχνίδι',
  analyse: 'Ανάλυση',
  learn: 'Μάθηση',
  language: 'English',
  themes: { auto: 'Χρώματα: του συστήματος', light: 'Χρώματα: φωτεινά', dark: 'Χρώματα: σκούρα' },
  keys: 'Πλήκτρα',
  keysHint: 'Πλήκτρα (?)',
  everywhere: 'Παντού',
  here: 'Εδώ',
  close: 'Κλείσιμο',
  skip: 'Στο περιεχόμενο',
  offline: 'Ο διακομιστής δεν απαντά. Νέα προσπάθεια…',
  board: 'Ταμπλό',
  black: 'μαύρο',
  white: 'λευκό',
  sides: { black: 'Μαύρα', white: 'Λευκά' },
  empty: 'κενό',
  canPlay: 'μπορείς να παίξεις εδώ',
  lastMove: 'τελευταία κίνηση',
  suggested: 'προτεινόμενη',
  squareKeys: 'Βέλη: μετακίνηση σε τετράγωνο. Enter ή διάστημα: παίξε εκεί',
  goPlay: 'Παιχνίδι',
  goAnalyse: 'Ανάλυση',
  goLearn: 'Μάθηση',
  failed: 'Αυτό δεν έγινε.',
  noAnswer: 'Ο διακομιστής δεν απαντά.',
  unknownPage: 'Δεν υπάρχει τίποτα σε αυτή τη διεύθυνση.',
  backHome: 'Σε νέο παιχνίδι',
  again: 'Δοκίμασε ξανά',
  space: 'διάστημα',
  closeUp: 'Από κοντά',
  wholeBoard: 'Όλο το ταμπλό',
  problems: {
    not_found: 'Δεν υπάρχει τέτοιο παιχνίδι εδώ.',
    busy: 'Ζητούνται πάρα πολλά αυτή τη στιγμή. Δοκίμασε ξανά σε λίγο.',
    bad_key: 'Μόνο οι παίκτες μπορούν να το κάνουν· εσύ παρακολουθείς.',
    not_your_turn: 'Δεν είναι η σειρά σου.',
    bad_name: 'Ένα όνομα έχει μία γραμμή και το πολύ 60 γράμματα.',
    bad_clock: 'Δεν υπάρχει τέτοιο ρολόι.',
    illegal_move: 'Αυτή η κίνηση δεν επιτρέπεται.',
    humans_turn: 'Είναι η σειρά ενός ανθρώπου.',
    computers_turn: 'Είναι η σειρά του υπολογιστή.',
    game_over: 'Το παιχνίδι τελείωσε.',
    nothing_to_undo: 'Δεν έχεις κίνηση να πάρεις πίσω.',
    nothing_to_redo: 'Καμία κίνηση δεν πάρθηκε πίσω.',
    stale: 'Το παιχνίδι προχώρησε στο μεταξύ.',
    no_help: 'Καμία μηχανή δεν βοηθά όσο παίζεις με άνθρωπο. Ρώτησε ξανά όταν τελειώσει το παιχνίδι.',
    board_too_large: 'Η μηχανή αναλύει ταμπλό έως 8×8.',
    tree_too_large: 'Αυτό το δέντρο είναι πολύ μεγάλο για σχέδιο. Κοίτα λιγότερες κινήσεις μπροστά.',
    no_text: 'Δεν είναι αρχείο με παρτίδες ή θέσεις.',
    too_large: 'Είναι περισσότερα από όσα διαβάζονται μαζί.',
  },
};

/** The texts of the page's frame. */
export const t = () => texts({ en, el });

/**
 * A colour's name.
 * @param {Side} side
 */
export const sideName = side => t().sides[side];

/**
 * An error message, translated where there is a translation.
 * @param {unknown} error
 */
export function errorText(error) {
  const { code, message } = /** @type {Partial<Problem>} */ (error ?? {});
  const known = t().problems[code === 'no_key' ? 'bad_key' : code ?? ''];
  if (known) return known;
  if (code && message) return message;
  return t().failed;
}
