/**
 * How a page sends the bodies of uploads, and makes the calls about them. Many small files, one after the other, are sent by a worker:
 * for each of them that is most of what the page has to do.
 *
 * @since 1.0.7
 */
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type { UploadRuns } from "../../services/TransferRuns.js"
import type { Transport } from "../../services/Transport.js"
import type { ContinuedRuns } from "../../transfer/upload/runUpload.js"
import { uploadRuns as runsOf } from "../../transfer/upload/runUpload.js"
import type { LoadParts } from "../../transfer/upload/storeBytes.js"
import type { UploadPlainly } from "../../transfer/upload/uploadPlainly.js"
import type { UploadRun } from "../../transfer/upload/UploadRun.js"
import { isForNativeSha1, isSmall } from "../browser/hash/SmallHashing.js"
import type { HasherWasmOptions } from "../browser/HasherWasm.js"
import { pageRequests, partRequests, partSenders } from "../browser/requests/pageRequests.js"
import { pagePuts, xhrPut } from "../browser/transport/xhrPut.js"
import * as LazyCode from "./LazyCode.js"
import * as LazyDigests from "./LazyDigests.js"

/** So many small files in a row are sent by the page itself: to make a worker costs more than they do. Twice as many after a failure. */
let few = 16

/** Small bodies that the page has sent itself since it had no worker. Once a worker was tried in vain it is not begun anew. */
let count = 0

const smallCode = LazyCode.make("many small uploads", () => import("./smallCode.js"))

/** Came with the worker. */
let uploadPlainly: UploadPlainly | undefined

const openThread = (options: HasherWasmOptions) =>
  Effect.flatMap(LazyDigests.workers.load, ({ openThread }) =>
    openThread(options, pagePuts, (why) => {
      if (why === "blocked") return
      if (why !== "idle") few *= 2
      count = 0
    }))

const loadPlainCode = Effect.map(smallCode.load, (code) => {
  uploadPlainly = code.uploadPlainly
})

/** The worker is of use without the code for plain calls, too. */
const open = (options: HasherWasmOptions) =>
  Effect.forEach(
    [openThread(options), loadPlainCode],
    (begun) => Effect.catchAll(begun, (error) => Effect.logDebug("small requests are made by the page", error)),
    {
      concurrency: 2,
      discard: true
    }
  )

/**
 * `xhrPut`, or the same by a worker; parts of files by the one that has hashed them.
 *
 * @since 1.0.7
 * @category constructors
 */
export const putBy = (options: HasherWasmOptions): Transport.Service["put"] => (address, body, sent) => {
  if (!isSmall(body)) {
    const put = body instanceof Blob ? partRequests.get(options)?.put : undefined
    return (put ?? xhrPut)(address, body, sent)
  }
  const { thread } = pageRequests
  if (thread !== undefined) return thread.put(address, body, sent)
  const own = xhrPut(address, body, sent)
  return ++count === few ? Effect.zipRight(Effect.forkDaemon(open(options)), own) : own
}

/** Calls of the product API go where the bodies go; others are made by the page, as their answers may be long. */
const callBy: typeof globalThis.fetch = (url, init) =>
  pageRequests.thread !== undefined && url instanceof URL && init?.credentials === "include" && init.method !== "GET"
    ? pageRequests.thread.fetch(url, init)
    : globalThis.fetch(url, init)

/** A `fetch` of the program's own is left in its place. */
const provideFetch = FiberRef.update(
  FiberRef.currentContext,
  (context) =>
    Option.isSome(Context.getOption(context, FetchHttpClient.Fetch))
      ? context
      : Context.add(context, FetchHttpClient.Fetch, callBy)
)

/** Small files by plain calls to the worker, where a page has made one; all others as always. */
const runByThread = (runs: ContinuedRuns): UploadRuns["run"] => (engine, entry, stored) => {
  const usually = (begun?: UploadRun) => Effect.zipRight(provideFetch, runs.run(engine, entry, stored, begun))
  return Effect.withFiberRuntime(({ currentContext }) => {
    const { thread } = pageRequests
    const hasOwnFetch = Option.isSome(Context.getOption(currentContext, FetchHttpClient.Fetch))
    return thread === undefined || uploadPlainly === undefined || hasOwnFetch
      ? usually()
      : uploadPlainly({ requests: thread.small, reads: isForNativeSha1 }, engine, entry, stored, usually)
  })
}

/**
 * Uploads whose calls go that way.
 *
 * @since 1.0.7
 * @category constructors
 */
export const uploadRuns = (loadParts: LoadParts): UploadRuns => {
  const runs = runsOf(
    Effect.map(loadParts, ({ storeParts }) => ({
      storeParts: (run, ticket, store, partSize) => storeParts(run, ticket, store, partSize, partSenders)
    }))
  )
  return { ...runs, run: runByThread(runs) }
}
