/**
 * The hash worker also sends the parts of files: while they are sent it has little else to do.
 *
 * @since 1.0.7
 */
import type { HashWorker } from "../hash/HashWorkers.js"
import type { HasherWasmOptions } from "../HasherWasm.js"
import { type PagePuts, partRequests, partSenders, type RequestThread } from "./pageRequests.js"
import { makeThread } from "./RequestThread.js"

const isNative = (method: unknown): boolean =>
  typeof method === "function" && Function.prototype.toString.call(method).includes("[native code]")

/**
 * Whether a page makes its requests by the browser's own means. One that has put something of its own in their place wants to
 * see all requests: then no worker makes any.
 *
 * @since 1.0.7
 * @category predicates
 */
export const hasOwnRequests = (): boolean =>
  [globalThis.fetch, globalThis.XMLHttpRequest, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send]
    .every(isNative)

/**
 * Gives what lends a worker. After a request that got no answer the page sends the parts itself, and sees why, until it is lent for a
 * new file. A worker that may not make requests is not lent again.
 *
 * @since 1.0.7
 * @category constructors
 */
export const lendForParts = (
  options: HasherWasmOptions,
  page: PagePuts
): (worker: HashWorker, newFile: Blob | undefined) => void => {
  const threads = new WeakMap<HashWorker, RequestThread>()
  const lost = new WeakSet<HashWorker>()
  let isBlocked = false
  return (worker, newFile) => {
    const known = threads.get(worker)
    if (isBlocked || lost.has(worker) || (known !== undefined && newFile === undefined)) return
    if (!worker.makesRequests || !hasOwnRequests()) return
    const thread = known ?? makeThread(worker, page, (why) => {
      isBlocked ||= why === "blocked"
      if (why === "lost") lost.add(worker)
      partRequests.delete(options)
    }, "kept")
    threads.set(worker, thread)
    partRequests.set(options, thread)
    if (newFile === undefined || !thread.sendsParts) return
    partSenders.set(newFile, () => partRequests.get(options) === thread ? thread.openFile(newFile) : undefined)
  }
}
