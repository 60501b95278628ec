/**
 * The requests of small files as plain functions: of a worker, which reads, digests and sends.
 *
 * @since 1.0.7
 */
import * as Exit from "effect/Exit"
import { TransportError } from "../../../domain/errors/TransportError.js"
import { joinBytes } from "../../../domain/joinBytes.js"
import type { ApiCall } from "../../../services/DriveApi.js"
import type { AnswerHead } from "../../../services/KnownHosts.js"
import type { CallOutcome, Leave, SmallRequests } from "../../../services/SmallRequests.js"
import { largestAnswer } from "../../http/answerLimits.js"
import type { FileDigest, FileDigests, ThreadAnswer } from "./RequestProtocol.js"

/** What came of a call of `fetch`. `blocked`: the page has to make it. */
type FetchOutcome =
  | Extract<ThreadAnswer, { readonly type: "called" }>
  | { readonly type: "blocked" }
  | { readonly type: "failed" }

/**
 * A thread, as far as it is asked. Each function gives the way to leave. `isOpen`: it may still be asked.
 *
 * @since 1.0.7
 * @category models
 */
export interface SmallThread extends Pick<SmallRequests, "isOpen" | "put"> {
  readonly fetch: (url: string, init: RequestInit, done: (outcome: FetchOutcome) => void) => Leave
  readonly digest: (
    body: Blob,
    kinds: ReadonlyArray<FileDigest>,
    size: number,
    done: (digest: FileDigests | undefined) => void
  ) => Leave
}

const decoder = new TextDecoder()

/** `undefined` where the page has to make the call. */
const outcomeOf = (origin: string, call: ApiCall, outcome: FetchOutcome): CallOutcome | undefined => {
  if (outcome.type === "blocked") return undefined
  const address = { method: call.method, path: `${origin}${call.path}` }
  const unanswered = () => Exit.fail(new TransportError({ ...address, reason: "Network" }))
  if (outcome.type === "failed") return { made: unanswered() }
  const { body, broken, headers, status } = outcome
  const head: AnswerHead = { status, headers: Object.fromEntries(headers) }
  // The status alone says enough where the session has ended.
  if (broken && status !== 401) return { head, made: unanswered() }
  const bytes = broken ? new Uint8Array() : joinBytes(body)
  if (bytes.byteLength > largestAnswer) {
    const detail = `${largestAnswer} bytes at most`
    return { head, made: Exit.fail(new TransportError({ ...address, reason: "AnswerTooLarge", status, detail })) }
  }
  return { made: Exit.succeed({ ...head, origin, body: decoder.decode(bytes), receivedAt: Date.now() }) }
}

/**
 * @since 1.0.7
 * @category constructors
 */
export const smallRequests = ({ digest, fetch, isOpen, put }: SmallThread): SmallRequests => ({
  isOpen,
  put,
  read: ({ identity: { size }, origin }, kinds, done) => {
    if (origin._tag !== "Blob") throw new Error("a worker reads nothing but Blobs")
    const { blob } = origin
    return digest(
      blob,
      ["sha1", ...kinds],
      size,
      (made) => done(made?.sha1 === undefined ? undefined : { sha1: made.sha1, digest: made, body: blob })
    )
  },

  call: ({ headers, origin: originOf }, call, done) => {
    const origin = originOf()
    const init: RequestInit = {
      method: call.method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(call.body),
      credentials: "include",
      redirect: "manual"
    }
    return fetch(`${origin}${call.path}`, init, (outcome) => done(outcomeOf(origin, call, outcome)))
  }
})
