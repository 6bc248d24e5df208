// A tried move, judged by an analysis of the position.
/** @import {Analysis} from '../../types.d.ts' */

/** The most discs that a best and a good move may lose, as in the labels of a review. */
const AS_GOOD = 0.5;
const GOOD = 3;
/** The least search depth whose result is trusted. */
const DEEP_ENOUGH = 10;
/** The time of an analysis that judges tries, in seconds. */
export const SECONDS = 15;

/** @typedef {'right' | 'near' | 'wrong'} Verdict */

/**
 * The discs that a move loses against the best one; null while the analysis is not deep enough.
 * @param {string} square
 * @param {Analysis | null} analysis
 */
export function lostBy(square, analysis) {
  const best = analysis?.lines[0];
  const line = analysis?.lines.find(line => line.square === square);
  if (!analysis || !best || !line) return null;
  const isSure = [best, line].every(({ kind }) => kind === 'exact' || analysis.done || (analysis.depth ?? 0) >= DEEP_ENOUGH);
  return isSure ? Math.max(0, best.score - line.score) : null;
}

/**
 * @param {number} lost
 * @returns {Verdict}
 */
export const verdictOf = lost => (lost < AS_GOOD ? 'right' : lost < GOOD ? 'near' : 'wrong');

/**
 * The verdict on a try to do better than a mistake, and the discs it loses; null while the analysis is not deep
 * enough.
 * @param {string} tried
 * @param {{played: string | null, best: string, lost: number}} mistake
 * @param {Analysis | null} analysis
 * @returns {{verdict: Verdict, lost: number} | null}
 */
export function judge(tried, { played, best, lost }, analysis) {
  if (tried === played) return { verdict: 'wrong', lost };
  if (tried === best) return { verdict: 'right', lost: 0 };
  const loss = lostBy(tried, analysis);
  return loss === null ? null : { verdict: verdictOf(loss), lost: loss };
}
