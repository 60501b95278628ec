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
import { pageRequests } from "./pageRequests.js"
import type { SmallFile, ThreadAnswer } from "./RequestProtocol.js"
import type { End, Tenure, WhyEnded } from "./RequestQueue.js"
import { RequestQueue } from "./RequestQueue.js"
import { smallRequests } from "./smallRequests.js"

type Answered = Extract<ThreadAnswer, { readonly type: "put" }>

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

  const askPut = (
    address: SignedAddress,
    body: PartBody,
    sent: (bytes: number) => void,
    done: (answer: End, tell: (loaded: number) => void) => void
  ) => {
    const tell = forwardProgress(sent)
    const file = body instanceof Blob && afterwards === "ended" ? fileOf(body) : undefined
    const request = { type: "put", ...page.requestOf(address), body: alone(body), file } as const
    return queue.ask(request, (answer) => done(answer, tell), tell)
  }

  const small = smallRequests({
    isOpen: () => pageRequests.thread === thread,
    readAndCall: ({ body, kinds, placeholder, size }, url, init, done) => {
      const file = newFile(body, size)
      const readFirst = { body, file, kinds, placeholder }
      return queue.ask(
        { type: "call", url, init: { ...init, referrer: `${location.origin}/` }, readFirst },
        (answer) => {
          const read = "read" in answer ? answer.read : undefined
          if (read !== undefined) files.set(body, { ...file, sha1: read.sha1 })
          if (answer.type === "called" || answer.type === "blocked" || answer.type === "unreadable") done(answer)
          else done({ type: "failed", read })
        }
      )
    },
    put: (address, body, { done, sent }) =>
      askPut(address, body, sent, (answer, tell) => {
        const reply = isOwnAnswer(answer) ? replyOf(answer) : undefined
        if (reply !== undefined) tell(page.sizeOf(body))
        done({ ...told(address, answer), reply, again: outcomeOf(answer) })
      })
  })

  const thread: RequestThread = {
    small,

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
        const leave = askPut(
          address,
          body,
          sent,
          (answer, tell) => resume(Effect.succeed(outcomeOf(answer)(address, body, sent, tell)))
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
        digest: ({ end, start }, kinds, done) =>
          queue.ask(
            { type: "digestPart", file, start, end, kinds },
            (answer) => done(answer.type === "digested" ? answer.digest : undefined)
          ),
        close: () => queue.takeBack(file)
      }
    }
  }
  return thread
}
