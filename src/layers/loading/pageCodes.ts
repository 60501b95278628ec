/**
 * What a page loads beside the code of `src/layers/loading/codes.ts`.
 *
 * @since 1.0.7
 */
import * as LazyCode from "./LazyCode.js"

/**
 * What a page hashes, sends, fetches and saves with: loaded together with the runs of transfers.
 *
 * @since 1.0.7
 * @category code
 */
export const transfers = LazyCode.make("transfers in pages", () => import("./pageTransferCode.js"))
