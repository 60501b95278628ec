/**
 * The code that drives load when they need it, here at once: clocks of tests do not wait for an `import()`.
 *
 * @since 1.0.7
 */
import * as oddAnswerCode from "../layers/loading/oddAnswerCode.js"
import { oddAnswers } from "../layers/api/oddAnswers.js"
import * as Codes from "../layers/loading/codes.js"
import * as seldom from "../seldom/seldomCode.js"
import * as transfers from "../transfer/transferCode.js"

/**
 * From now on no drive of this program loads code of its own.
 *
 * @since 1.0.7
 * @category code
 */
export const supply = (): void => {
  Codes.seldom.supply(seldom)
  Codes.transfers.supply(transfers)
  oddAnswers.supply(oddAnswerCode)
}
