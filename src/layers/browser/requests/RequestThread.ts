/**
 * The page's side of a worker that makes requests: a page does nothing for them but write one message and read another.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { HashWorker } from "../hash/HashWorkers.js"
import type { networkFailure } from "../../http/PublicPath.js"
import type { bytesOrBlob, headersOf, requestOf } from "../transport/xhrPut.js"
import type { PartBody } from "../../../services/Transport.js"
import type { RequestThread } from "./pageRequests.js"
import type { ThreadAnswer, ThreadRequest } from "./RequestProtocol.js"

/**
 * What the page has loaded already, and makes itself where the worker may not.
 *
 * @since 1.0.7
 * @category models
 */
export interface PageWays {
  readonly put: RequestThread["put"]
  readonly failure: typeof networkFailure
  readonly headersOf: typeof headersOf
  readonly requestOf: typeof requestOf
  readonly bytesOrBlob: typeof bytesOrBlob
}

/** The last word on a request. `lost`: the worker has ended, and nobody knows what came of it. */
type End = Exclude<ThreadAnswer, { readonly type: "sent" }> | { readonly type: "lost" }

interface Waiting {
  readonly sent: (loaded: number) => void
  readonly end: (answer: End) => void
}

type Unnumbered<Request> = Request extends ThreadRequest ? Omit<Request, "id"> : never

/** A worker for which there was nothing to do from one look to the next is ended; milliseconds. */
const idle = 10_000

const lost = "the worker that made the request has ended"

/** As much of an answer as the client of the product API reads: status, headers, and the body by its reader. */
const responseOf = ({ body, broken, headers, status }: Extract<End, { readonly type: "called" }>): Response => {
  const chunks = body.values()
  const read = async () => {
    const { done, value } = chunks.next()
    if (done === true && broken) throw new TypeError("the body broke off")
    return { done, value }
  }
  const answer = { status, headers: new Headers(headers), body: { getReader: () => ({ read }) } }
  // a real one costs the page a stream for each small file
  return answer as unknown as Response
}

/**
 * `onEnd` is told when no more is to be asked of the worker: it has ended, there was nothing to do, or a policy forbids it to make
 * requests. It ends by itself then, once what is under way has been answered.
 *
 * @since 1.0.7
 * @category constructors
 */
export const makeThread = (
  worker: HashWorker,
  page: PageWays,
  onEnd: (why: "blocked" | "idle" | "lost") => void
): RequestThread => {
  const waiting = new Map<number, Waiting>()
  const files = new WeakMap<Blob, number>()
  let requests: Array<ThreadRequest> = []
  let lastFile = 0
  let last = 0
  let seen = 0
  let hasEnded = false

  const end = (why: "blocked" | "idle" | "lost"): void => {
    if (hasEnded) return
    hasEnded = true
    onEnd(why)
  }

  const watch = setInterval(() => {
    if (waiting.size === 0 && (seen === last || hasEnded)) {
      clearInterval(watch)
      end("idle")
      worker.terminate()
    }
    seen = last
  }, idle)

  worker.listen(0, (news) => {
    if (news === "lost") {
      clearInterval(watch)
      end("lost")
      for (const { end } of [...waiting.values()]) end({ type: "lost" })
      return
    }
    if (news.type !== "answers") return
    for (const answer of news.answers) {
      if (answer.type === "sent") waiting.get(answer.id)?.sent(answer.loaded)
      else waiting.get(answer.id)?.end(answer)
    }
  })

  /** What is asked for in one turn of the page goes in one message. */
  const post = (request: ThreadRequest): void => {
    if (requests.push(request) > 1) return
    queueMicrotask(() => {
      const all = requests
      requests = []
      worker.post({ type: "requests", id: 0, requests: all })
    })
  }

  /** Gives the way to leave. */
  const ask = (request: Unnumbered<ThreadRequest>, sent: Waiting["sent"], done: Waiting["end"]): () => void => {
    const id = ++last
    waiting.set(id, {
      sent,
      end: (answer) => {
        if (!waiting.delete(id)) return
        if (answer.type === "blocked") end("blocked")
        done(answer)
      }
    })
    post({ ...request, id })
    return () => {
      if (waiting.delete(id)) post({ type: "cancel", id })
    }
  }

  const numberOf = (body: PartBody): number => {
    if (!(body instanceof Blob)) return 0
    const known = files.get(body) ?? ++lastFile
    files.set(body, known)
    return known
  }

  return {
    digest: (body, kinds) =>
      Effect.async((resume) =>
        Effect.sync(ask({ type: "digest", body, file: numberOf(body), kinds }, () => {}, (answer) =>
          resume(Effect.succeed(answer.type === "digested" ? answer.digest : undefined)))
        )
      ),
    fetch: (url, { signal, ...init } = {}) =>
      new Promise((resolve, reject) => {
        // a worker made of text has no address to come from
        const whole = { ...init, referrer: `${location.origin}/`, headers: Object.fromEntries(new Headers(init.headers)) }
        const leave = ask({ type: "call", url: String(url), init: whole }, () => {}, (answer) => {
          if (answer.type === "called") resolve(responseOf(answer))
          else if (answer.type === "blocked") resolve(globalThis.fetch(url, { ...init, signal: signal ?? null }))
          else reject(new TypeError(answer.type === "lost" ? lost : "Failed to fetch"))
        })
        signal?.addEventListener("abort", leave)
      }),
    put: (address, body, sent) =>
      Effect.flatten(Effect.async((resume) => {
        // the worker reads it, and sends bytes: a Blob's type would be a header that was not signed
        const request = { ...page.requestOf(address), file: numberOf(body), body: page.bytesOrBlob(body) }
        let told = 0
        const tell = (loaded: number) => {
          if (loaded > told) sent(loaded - told)
          told = Math.max(told, loaded)
        }
        const leave = ask({ type: "put", ...request }, tell, (answer) => {
          if (answer.type === "put") {
            tell(body instanceof Blob ? body.size : body.byteLength)
            const { status } = answer
            resume(Effect.succeed(Effect.succeed({ status, headers: page.headersOf(answer.headers), body: answer.body })))
          } else if (answer.type === "blocked") resume(Effect.succeed(page.put(address, body, sent)))
          else {
            if (answer.type === "failed") tell(answer.loaded)
            const detail = answer.type === "lost" ? lost : "no answer: the connection broke, or CORS forbids to read it"
            resume(Effect.succeed(Effect.fail(page.failure("PUT", address, detail))))
          }
        })
        return Effect.sync(leave)
      }))
  }
}
