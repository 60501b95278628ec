/**
 * How much of an answer's text is kept.
 *
 * @since 1.0.7
 */

/**
 * Longest text of an answer, bytes.
 *
 * @since 1.0.7
 * @category constants
 */
export const replyLimit = 65_536
