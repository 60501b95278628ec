/**
 * The page's side of a worker that makes requests: for each of them a page writes one message and reads another.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { PartOutcome, PutAgain } from "../../../services/PartSender.js"
import type { PartBody, PartReply, SignedAddress } from "../../../services/Transport.js"
import { forwardProgress } from "../../http/forwardProgress.js"
import type { HashWorker } from "../hash/HashWorkers.js"
import type { PagePuts, RequestThread } from "./pageRequests.js"
import type { SmallFile, ThreadAnswer, ThreadRequest } from "./RequestProtocol.js"

/**
 * Why no more is asked of a worker. `blocked`: it may not make these requests. `failed`: one of them got no answer, and the page sees by
 * its own requests why. `lost`: it has ended, or says nothing. `idle`: there was nothing to do.
 *
 * @since 1.0.7
 * @category models
 */
export type WhyEnded = "blocked" | "failed" | "idle" | "lost"

/** The last word on a request. `lost`: nobody knows what came of it. */
type End = Exclude<ThreadAnswer, { readonly type: "pong" | "sent" }> | { readonly type: "lost"; readonly id: number }

/**
 * What is done with the worker when nothing is to be asked of it any more: it is ended, or kept for its other work and asked again. One
 * that is ended is given small files, which it reads; one that is kept is given parts, which the browser reads.
 *
 * @since 1.0.7
 * @category models
 */
export type Tenure = "ended" | "kept"

type Answered = Extract<ThreadAnswer, { readonly type: "put" }>

interface Waiting {
  readonly sent: (loaded: number) => void
  readonly end: (answer: End) => void
}

type Unnumbered<Request> = Request extends ThreadRequest ? Omit<Request, "id"> : never

/** Between two looks at the worker, in milliseconds: whether there was something to do, and whether it still answers. */
const lookEvery = 10_000

/** Looks at which nothing was heard of a worker since it was asked. One may be so while the page itself was busy. */
const mostSilence = 2

const lostDetail = "the worker that made the request has ended"

const failedDetail = "no answer: the connection broke, or CORS forbids to read it"

/** As much of an answer as the client of the product API reads: status, headers, and the body by its reader. */
const responseOf = ({ body, broken, headers, status }: Extract<End, { readonly type: "called" }>): Response => {
  const chunks = body.values()
  const read = async () => {
    const { done, value } = chunks.next()
    if (done === true && broken) throw new TypeError("the body broke off")
    return { done, value }
  }
  const answer = { status, headers: new Headers(headers), body: { getReader: () => ({ read }) } }
  // A real one costs the page a stream for each small file.
  return answer as unknown as Response
}

/** A message copies all of a buffer, whatever part of it is meant. */
const alone = (body: PartBody): PartBody =>
  body instanceof Blob || (body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.byteLength)
    ? body
    : body.slice()

/** The worker as a place for requests: numbers them, and knows who waits. */
class RequestQueue {
  private readonly waiting = new Map<number, Waiting>()
  private requests: Array<ThreadRequest> = []
  private last = 0
  private seen = 0
  private silence = 0
  private hasEnded = false
  private isLost = false
  private readonly watch: ReturnType<typeof setInterval>

  constructor(
    private readonly worker: HashWorker,
    private readonly onEnd: (why: WhyEnded) => void,
    private readonly afterwards: Tenure
  ) {
    this.watch = setInterval(() => this.look(), lookEvery)
    worker.listen(0, (news) => {
      if (news === "lost") return this.lose()
      if (news.type !== "answers") return
      this.silence = 0
      for (const answer of news.answers) {
        if (answer.type === "sent") this.waiting.get(answer.id)?.sent(answer.loaded)
        else if (answer.type !== "pong") this.waiting.get(answer.id)?.end(answer)
      }
    })
  }

  /** Gives the way to leave. */
  ask(request: Unnumbered<ThreadRequest>, done: Waiting["end"], sent: Waiting["sent"] = () => {}): () => void {
    const id = ++this.last
    this.waiting.set(id, {
      sent,
      end: (answer) => {
        if (!this.waiting.delete(id)) return
        if (answer.type === "blocked" || answer.type === "failed") this.end(answer.type)
        done(answer)
      }
    })
    this.post({ ...request, id })
    return () => {
      if (this.waiting.delete(id)) this.post({ type: "cancel", id })
    }
  }

  /** Gives its number: it is not answered, and stays until it is cancelled. */
  lend(file: Blob): number {
    const id = ++this.last
    this.post({ type: "file", id, file })
    return id
  }

  takeBack(id: number): void {
    this.post({ type: "cancel", id })
  }

  /** What is under way continues; the worker ends when all of that has been answered. */
  end(why: WhyEnded): void {
    if (this.hasEnded) return
    this.hasEnded = this.afterwards === "ended"
    this.onEnd(why)
  }

  /** What is asked for in one turn of the page goes in one message. */
  private post(request: ThreadRequest): void {
    if (this.requests.push(request) > 1) return
    // A part's digest is asked for one step after its sending, and a Blob that is twice in a message is copied once.
    queueMicrotask(() =>
      queueMicrotask(() => {
        const { requests } = this
        this.requests = []
        this.worker.post({ type: "requests", id: 0, requests })
      })
    )
  }

  private lose(): void {
    if (!this.isLost) {
      this.isLost = true
      clearInterval(this.watch)
      this.end("lost")
      // One that met an error may live on, and would continue with what is now asked for elsewhere.
      this.worker.terminate()
    }
    for (const [id, { end }] of [...this.waiting]) end({ type: "lost", id })
  }

  private look(): void {
    if (this.afterwards === "kept" && this.waiting.size === 0) {
      this.silence = 0
      return
    }
    if (this.waiting.size === 0 && (this.seen === this.last || this.hasEnded)) {
      clearInterval(this.watch)
      this.end("idle")
      return this.worker.terminate()
    }
    this.seen = this.last
    // Ended by us, it is lost to all who wait.
    if (this.silence === mostSilence) return this.worker.terminate()
    this.silence++
    this.post({ type: "ping", id: 0 })
  }
}

/**
 * `onEnd` is called when no more is to be asked of the worker. It ends by itself then, once what is under way has been answered.
 *
 * @since 1.0.7
 * @category constructors
 */
export const makeThread = (
  worker: HashWorker,
  page: PagePuts,
  onEnd: (why: WhyEnded) => void,
  afterwards: Tenure = "ended"
): RequestThread => {
  const queue = new RequestQueue(worker, onEnd, afterwards)
  const files = new WeakMap<Blob, SmallFile>()
  let lastFile = 0

  /** To be read anew, whatever was read of it before. */
  const newFile = (body: Blob, size: number): SmallFile => {
    const file = { number: ++lastFile, size }
    files.set(body, file)
    return file
  }

  /** The size is that of the last reading: a file may have another one by now. */
  const fileOf = (body: Blob): SmallFile => files.get(body) ?? newFile(body, body.size)

  /** A worker made of text has no address to come from, and a bucket may refuse who has none. */
  const mayComeFromNowhere = worker.rung === "blob"

  const putByPage: RequestThread["put"] = (address, body, sent) =>
    Effect.tap(page.put(address, body, sent), ({ status }) => {
      if (status < 400) queue.end("blocked")
      return Effect.void
    })

  const replyOf = ({ body, headers, status }: Answered): PartReply => ({
    status,
    headers: page.headersOf(headers),
    body
  })

  /** The page's own request may be answered in another way. */
  const isOwnAnswer = (answer: End): answer is Answered =>
    answer.type === "put" && !(answer.status === 403 && mayComeFromNowhere)

  const told = (address: SignedAddress, answer: End): Pick<PartOutcome, "digest" | "failure"> => {
    if (answer.type === "put") return { digest: answer.digest }
    if (answer.type === "lost") return { failure: page.failureOf(address, lostDetail) }
    return answer.type === "failed" ? { failure: page.failureOf(address, failedDetail) } : {}
  }

  const outcomeOf = (answer: End) =>
  (
    address: SignedAddress,
    body: PartBody,
    sent: Parameters<PutAgain>[2],
    tell = forwardProgress(sent)
  ): ReturnType<PutAgain> => {
    switch (answer.type) {
      case "put":
        if (!isOwnAnswer(answer)) return putByPage(address, body, sent)
        tell(page.sizeOf(body))
        return Effect.succeed(replyOf(answer))
      case "blocked":
        return page.put(address, body, sent)
      case "lost":
        // All of it may have left, and have been stored: it is looked for before it is sent again.
        tell(page.sizeOf(body))
        return Effect.fail(page.failureOf(address, lostDetail))
      case "failed":
        tell(answer.loaded)
        return Effect.fail(page.failureOf(address, failedDetail))
      default:
        return Effect.fail(page.failureOf(address, "the file could not be read"))
    }
  }

  return {
    hasRead: (body) => files.has(body),

    digestPart: (body, kinds) =>
      Effect.async((resume) => {
        const leave = queue.ask(
          { type: "digest", body, file: undefined, kinds },
          (answer) => resume(Effect.succeed(answer.type === "digested" ? answer.digest : undefined))
        )
        return Effect.sync(leave)
      }),

    digest: (body, kinds, size) =>
      Effect.async((resume) => {
        const file = size === undefined ? fileOf(body) : newFile(body, size)
        const leave = queue.ask({ type: "digest", body, file, kinds }, (answer) => {
          if (answer.type !== "digested") return resume(Effect.succeed(undefined))
          const { sha1 = file.sha1 } = answer.digest
          files.set(body, { ...file, sha1 })
          resume(Effect.succeed(answer.digest))
        })
        return Effect.sync(leave)
      }),

    fetch: (url, { signal, ...init }) =>
      new Promise((resolve, reject) => {
        const whole = { ...init, headers: { ...init.headers }, referrer: `${location.origin}/` }
        const leave = queue.ask({ type: "call", url: url.href, init: whole }, (answer) => {
          if (answer.type === "called") resolve(responseOf(answer))
          else if (answer.type === "blocked") resolve(globalThis.fetch(url, { ...init, signal: signal ?? null }))
          else reject(new TypeError(answer.type === "lost" ? lostDetail : failedDetail))
        })
        signal?.addEventListener("abort", leave)
      }),

    put: (address, body, sent) =>
      Effect.flatten(Effect.async((resume) => {
        const tell = forwardProgress(sent)
        const leave = queue.ask(
          {
            type: "put",
            ...page.requestOf(address),
            body: alone(body),
            file: body instanceof Blob && afterwards === "ended" ? fileOf(body) : undefined
          },
          (answer) => resume(Effect.succeed(outcomeOf(answer)(address, body, sent, tell))),
          tell
        )
        return Effect.sync(leave)
      })),

    sendsParts: worker.sendsParts,

    openFile: (blob) => {
      const file = queue.lend(blob)
      return {
        start: (address, { end, start }, kinds, { done, sent }) => {
          const tell = forwardProgress(sent)
          return queue.ask(
            { type: "part", ...page.requestOf(address), file, start, end, kinds },
            (answer) => {
              const reply = isOwnAnswer(answer) ? replyOf(answer) : undefined
              if (reply !== undefined) tell(end - start)
              done({ ...told(address, answer), reply, again: outcomeOf(answer) })
            },
            tell
          )
        },
        close: () => queue.takeBack(file)
      }
    }
  }
}
