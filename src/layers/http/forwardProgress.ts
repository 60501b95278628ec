/**
 * Progress that never goes back.
 *
 * @since 1.0.7
 */

/**
 * Turns positions into steps for `report`. A second attempt that begins again at 0 says nothing until it is past the
 * first.
 *
 * @since 1.0.7
 * @category constructors
 */
export const forwardProgress = (report: (bytes: number) => void): (position: number) => void => {
  let reported = 0
  return (position) => {
    if (position <= reported) return
    const step = position - reported
    reported = position
    report(step)
  }
}
