/**
 * Finds a worker for the requests of small files.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { workerOnDemand } from "../hash/HashWorkers.js"
import type { HasherWasmOptions } from "../HasherWasm.js"
import { rungsOf } from "../LargeHasher.js"
import { hasOwnRequests } from "./lendForParts.js"
import { type PagePuts, pageRequests } from "./pageRequests.js"
import type { WhyEnded } from "./RequestQueue.js"
import { makeThread } from "./RequestThread.js"

/**
 * From now on small requests go to a worker of their own, where one can be had: large files are hashed in another one, so that none
 * waits for the other. `onEnd` is called when the page makes them itself again.
 *
 * @since 1.0.7
 * @category constructors
 */
export const openThread = Effect.fnUntraced(function*(
  options: HasherWasmOptions,
  page: PagePuts,
  onEnd: (why: WhyEnded) => void
) {
  if (!hasOwnRequests()) return
  const scope = yield* Scope.make()
  const { get } = yield* Scope.extend(workerOnDemand(rungsOf(options)), scope)
  const worker = yield* get
  if (Option.isNone(worker) || !worker.value.makesRequests) return yield* Scope.close(scope, Exit.void)
  pageRequests.thread = makeThread(worker.value, page, (why) => {
    pageRequests.thread = undefined
    onEnd(why)
  })
})
