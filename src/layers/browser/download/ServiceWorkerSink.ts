/**
 * A stream through the page's service worker, which the browser saves as it comes.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { OpenSink, SavePlan } from "../../../services/FileSink.js"
import { attempt, bytesOf, openLink, startSha1 } from "./BrowserSave.js"
import type { OpenStream, ToPage, ToWorker } from "./DownloadWorkerProtocol.js"
import { streamPath } from "./DownloadWorkerProtocol.js"

/** A worker that does not answer is none. */
const patience = "15 seconds"

/** A worker that hears nothing for half a minute is ended by the browser, and the download with it. */
const heartbeat = "10 seconds"

/** Pings in a row without a word from the worker: the browser has ended it all the same. */
const mostUnanswered = 3

/**
 * The registration whose worker is this library's, made by `register` where there is none.
 */
export const registration = async (script: string): Promise<ServiceWorkerRegistration | undefined> => {
  if (!("serviceWorker" in navigator)) return undefined
  const made = await navigator.serviceWorker.register(script, { type: "module" })
  if (made.active !== null) return made
  await new Promise<void>((resolve, reject) => {
    const worker = made.installing ?? made.waiting
    if (worker === null) return reject(new Error("the service worker was not installed"))
    const look = () => {
      if (worker.state === "activated") resolve()
      else if (worker.state === "redundant") reject(new Error("the service worker was not activated"))
    }
    worker.addEventListener("statechange", look)
    look()
  })
  return made
}

/**
 * Bytes that have left cannot be replaced: they come in order, their digest is made on their way, and the stream ends
 * well only when it is the right one; else the browser shows a failed download.
 */
export const open = Effect.fnUntraced(function*(
  plan: SavePlan,
  script: string
): Effect.fn.Return<OpenSink, SaveFailed | TransportError, Scope.Scope> {
  const failed = (detail: string) => new SaveFailed({ target: plan.name, reason: "Failed", detail })
  const stopped = failed("the browser has stopped saving")
  const inTime = Effect.timeoutFail({ duration: patience, onTimeout: () => failed("the service worker is silent") })
  const registered = yield* inTime(attempt(plan.name, () => registration(script)))
  const worker = registered?.active
  if (registered === undefined || worker === null || worker === undefined) {
    return yield* failed("this browser has no service worker")
  }
  // Before the browser hears of a download that could not begin.
  const sha1 = plan.sha1 ? yield* startSha1 : undefined
  const ready = yield* Deferred.make<void>()
  const begun = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<void, SaveFailed>()
  const wanted = Effect.unsafeMakeLatch(false)
  let answers = false
  let unanswered = 0
  let isCancelled = false
  let isOver = false
  const stop = () => {
    isCancelled = true
    wanted.unsafeOpen()
    Deferred.unsafeDone(ended, stopped)
  }

  const { port1: port, port2 } = new MessageChannel()
  port.onmessage = ({ data }: MessageEvent<ToPage>) => {
    unanswered = 0
    if (data.type === "ready") {
      answers = data.answers === true
      Deferred.unsafeDone(ready, Effect.void)
    }
    if (data.type === "begun") Deferred.unsafeDone(begun, Effect.void)
    if (data.type === "ended") Deferred.unsafeDone(ended, Effect.void)
    if (data.type === "cancel") stop()
    if (data.type === "pull") wanted.unsafeOpen()
  }
  const send = (message: ToWorker, moved: Array<Transferable> = []) =>
    Effect.sync(() => port.postMessage(message, moved))
  yield* Effect.addFinalizer(() =>
    Effect.zipRight(isOver ? Effect.void : send({ type: "abort" }), Effect.sync(() => port.close()))
  )

  const id = crypto.randomUUID()
  const announced: OpenStream = { type: "effect-drive/open", id, name: plan.name, size: plan.size }
  worker.postMessage(announced, [port2])
  yield* inTime(Deferred.await(ready))
  openLink(`${registered.scope}${streamPath}/${id}`)
  yield* inTime(Deferred.await(begun))
  const ping = Effect.suspend(() => {
    if (answers && ++unanswered > mostUnanswered) stop()
    return send({ type: "ping" })
  })
  yield* Effect.forkScoped(Effect.interruptible(Effect.repeat(ping, Schedule.spaced(heartbeat))))

  let size = 0
  return {
    _tag: "Bytes",
    via: "serviceWorker",
    order: "ascending",
    reopens: false,
    kept: undefined,
    write: (_, chunks) =>
      Effect.gen(function*() {
        // A browser that pauses its download must not hold up who cancels it here.
        yield* Effect.interruptible(wanted.await)
        if (isCancelled) return yield* stopped
        yield* wanted.close
        // A copy of its own, which is given away.
        const bytes = chunks.length === 1 ? bytesOf(chunks).slice() : bytesOf(chunks)
        sha1?.update(bytes)
        size += bytes.length
        yield* send({ type: "bytes", bytes }, [bytes.buffer])
      }),
    keep: () => Effect.void,
    reset: undefined,
    finish: Effect.sync(() => ({ size, sha1: sha1?.digest().toUpperCase() })),
    publish: Effect.gen(function*() {
      // It asks for more once it has taken the last bytes. One that its user has paused says nothing, and may end well all the same.
      yield* Effect.interruptible(Effect.timeoutOption(wanted.await, patience))
      if (isCancelled) return yield* stopped
      yield* send({ type: "end" })
      // A worker that is gone has not ended the stream, and the browser keeps nothing of it.
      if (answers) yield* Deferred.await(ended)
      isOver = true
    })
  }
})
