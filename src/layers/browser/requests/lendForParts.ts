/**
 * The hash worker also sends the parts of files: while they are sent it has little else to do.
 *
 * @since 1.0.7
 */
import type { HashWorker } from "../hash/HashWorkers.js"
import type { HasherWasmOptions } from "../HasherWasm.js"
import { hasOwnRequests } from "./hasOwnRequests.js"
import { type PagePuts, partRequests, type RequestThread } from "./pageRequests.js"
import { makeThread } from "./RequestThread.js"

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
): (worker: HashWorker, isNewFile: boolean) => void => {
  const threads = new WeakMap<HashWorker, RequestThread>()
  const lost = new WeakSet<HashWorker>()
  let isBlocked = false
  return (worker, isNewFile) => {
    const known = threads.get(worker)
    if (isBlocked || lost.has(worker) || (known !== undefined && !isNewFile)) return
    if (!worker.makesRequests || !hasOwnRequests()) return
    const thread = known ?? makeThread(worker, page, (why) => {
      isBlocked ||= why === "blocked"
      if (why === "lost") lost.add(worker)
      partRequests.delete(options)
    }, "kept")
    threads.set(worker, thread)
    partRequests.set(options, thread)
  }
}
