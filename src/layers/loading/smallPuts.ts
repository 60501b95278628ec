/**
 * How a page sends a body. Many small files, one after the other, are sent by a worker: for each of them that is most of what the page
 * has to do.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { Transport } from "../../services/Transport.js"
import { workerOnDemand } from "../browser/hash/HashWorkers.js"
import { isSmall } from "../browser/hash/SmallHashing.js"
import type { HasherWasmOptions } from "../browser/HasherWasm.js"
import { rungsOf } from "../browser/HasherWasm.js"
import { pageRequests } from "../browser/requests/pageRequests.js"
import { headersOf, requestOf, xhrPut } from "../browser/transport/xhrPut.js"
import { networkFailure } from "../http/PublicPath.js"
import * as LazyCode from "./LazyCode.js"

const code = LazyCode.make("small requests", () => import("./requestThreadCode.js"))

/** So many small files are sent by the page itself: it costs more than they do to make a worker. */
const few = 16

/** Bodies that the page has sent itself since it had no worker; of no more use once a worker was tried in vain. */
let count = 0

/** A page that has put something of its own in their place wants to see all requests. */
const isNative = (method: unknown): boolean =>
  typeof method === "function" && Function.prototype.toString.call(method).includes("[native code]")

const hasOwnRequests = (): boolean =>
  [globalThis.fetch, globalThis.XMLHttpRequest, XMLHttpRequest.prototype.open, XMLHttpRequest.prototype.send]
    .every(isNative)

const start = (options: HasherWasmOptions) =>
  Effect.gen(function*() {
    const { makeThread } = yield* code.load
    const scope = yield* Scope.make()
    const close = Scope.close(scope, Exit.void)
    const { get } = yield* Scope.extend(workerOnDemand(rungsOf(options)), scope)
    const worker = yield* get
    if (Option.isNone(worker) || !worker.value.makesRequests) return yield* close
    const page = { put: xhrPut, failure: networkFailure, headersOf, requestOf }
    pageRequests.thread = makeThread(worker.value, page, (why) => {
      pageRequests.thread = undefined
      if (why !== "blocked") count = 0
    })
  }).pipe(
    Effect.catchAll((error) => Effect.logDebug("small requests are made by the page", error))
  )

/**
 * `xhrPut`, or the same by a worker.
 *
 * @since 1.0.7
 * @category constructors
 */
export const putBy = (options: HasherWasmOptions): Transport.Service["put"] => (address, body, sent) => {
  if (!isSmall(body)) return xhrPut(address, body, sent)
  const { thread } = pageRequests
  if (thread !== undefined) return thread.put(address, body, sent)
  const own = xhrPut(address, body, sent)
  return ++count === few && hasOwnRequests() ? Effect.zipRight(Effect.forkDaemon(start(options)), own) : own
}
