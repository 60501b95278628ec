/**
 * The code that drives load when they need it, here at once: clocks of tests do not wait for an `import()`.
 *
 * @since 1.0.7
 */
import * as assets from "../services/assets/code.js"
import * as Codes from "../services/codes.js"
import * as transfers from "../services/transferCode.js"
import * as upkeep from "../services/upkeep/code.js"

/**
 * From now on no drive of this program loads code of its own.
 *
 * @since 1.0.7
 * @category code
 */
export const supply = (): void => {
  Codes.assets.supply(assets)
  Codes.upkeep.supply(upkeep)
  Codes.transfers.supply(transfers)
}
