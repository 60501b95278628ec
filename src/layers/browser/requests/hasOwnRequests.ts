/**
 * Whether a page makes its requests by the browser's own means.
 *
 * @since 1.0.7
 */

const isNative = (method: unknown): boolean =>
  typeof method === "function" && Function.prototype.toString.call(method).includes("[native code]")

/**
 * A page that has put something of its own in their place wants to see all requests: then no worker makes any.
 *
 * @since 1.0.7
 * @category predicates
 */
export const hasOwnRequests = (): boolean =>
  [globalThis.fetch, globalThis.XMLHttpRequest, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send]
    .every(isNative)
