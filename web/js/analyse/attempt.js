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

/** @typedef {{lost: number, exact: boolean}} Loss The discs that a move loses, and whether that is proven. */

/**
 * What a move loses against the best one; null while the analysis is not deep enough.
 * @param {string} square
 * @param {Analysis | null} analysis
 * @returns {Loss | null}
 */
export function lostBy(square, analysis) {
  const best = analysis?.lines[0];
  const line = analysis?.lines.find(line => line.square === square);
  if (!analysis || !best || !line) return null;
  const exact = [best, line].every(({ kind }) => kind === 'exact');
  const isSure = [best, line].every(({ kind }) => kind === 'exact' || analysis.done || (analysis.depth ?? 0) >= DEEP_ENOUGH);
  return isSure ? { lost: Math.max(0, best.score - line.score), exact } : null;
}

/**
 * @param {number} lost
 * @returns {Verdict}
 */
export const verdictOf = lost => (lost < AS_GOOD ? 'right' : lost < GOOD ? 'near' : 'wrong');

/**
 * The verdict on a try to do better than a mistake, and what it loses; null while the analysis is not deep
 * enough.
 * @param {string} tried
 * @param {{played: string | null, best: string, lost: number, exact: boolean}} mistake
 * @param {Analysis | null} analysis
 * @returns {Loss & {verdict: Verdict} | null}
 */
export function judge(tried, { played, best, lost, exact }, analysis) {
  if (tried === played) return { verdict: 'wrong', lost, exact };
  if (tried === best) return { verdict: 'right', lost: 0, exact };
  const loss = lostBy(tried, analysis);
  return loss && { verdict: verdictOf(loss.lost), ...loss };
}
