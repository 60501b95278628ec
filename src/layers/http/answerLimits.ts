/**
 * How much of an answer is read, and how much of its text is kept.
 *
 * @since 1.0.7
 */

/**
 * Longest text of an answer that is kept, bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const replyLimit = 65_536

/**
 * Most bytes of one answer, without its compression: several times what the largest page of a list takes.
 *
 * @since 1.0.7
 * @category constants
 */
export const largestAnswer = 16 * 1_048_576
