/**
 * A server may say any number of times that its answer is still to come (1xx), and each of them counts as life on the connection.
 *
 * @since 1.0.7
 */
import type { ClientRequest } from "node:http"

/** A handful is usual. */
const mostInterim = 100

/**
 * Breaks the request off when more interim answers have come than any server has a use for.
 *
 * @since 1.0.7
 * @category combinators
 */
export const limitInterim = (request: ClientRequest): void => {
  let left = mostInterim
  request.on("information", () => {
    if (left-- === 0) request.destroy(new Error("the server gave no answer, only interim ones (1xx)"))
  })
}
