/**
 * How much of a body is handed to the network at a time.
 *
 * Few large slices cost less CPU than many small ones, but only a slice that has left counts as progress: on a slow connection
 * large ones would look as if nothing moved.
 *
 * @since 1.0.7
 */

const least = 65_536

/**
 * Most bytes of a slice.
 *
 * @since 1.0.7
 * @category constants
 */
export const largestSlice = 2_097_152

/** Twice as much must not take longer than this, milliseconds. */
const longestToGrow = 50

const tooLong = 1000

/**
 * Grows while slices leave at once, shrinks when one takes more than a second. Starts with 128 KiB, between 64 KiB and 2 MiB.
 *
 * @since 1.0.7
 * @category models
 */
export class SliceSize {
  private bytes = 131_072

  current(): number {
    return this.bytes
  }

  /** A slice has left after so many milliseconds. */
  left(bytes: number, millis: number): void {
    if (millis > tooLong) this.bytes = Math.max(least, this.bytes / 2)
    else if (bytes >= this.bytes && millis * 2 <= longestToGrow) this.bytes = Math.min(largestSlice, this.bytes * 2)
  }

  /** A slice failed after so many milliseconds. */
  abandoned(millis: number): void {
    if (millis > tooLong) this.bytes = least
  }
}
