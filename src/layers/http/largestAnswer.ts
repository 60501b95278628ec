/**
 * How much of an answer is read.
 *
 * @since 1.0.7
 */

/**
 * Most bytes of one answer, without its compression: several times what the largest page of a list takes.
 *
 * @since 1.0.7
 * @category constants
 */
export const largestAnswer = 16 * 1_048_576
