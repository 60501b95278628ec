/**
 * Saves of one session are told apart by a number that grows with each of them.
 */

/**
 * The next one after the one that is known. It is also not before the time, so that a session that was forgotten and made anew
 * does not count through the same numbers again.
 */
export const revisionAfter = (known: number | undefined, now: number): number => Math.max((known ?? 0) + 1, now)
