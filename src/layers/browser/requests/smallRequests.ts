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
import type { FileDigests, ReadFirst, ThreadAnswer } from "./RequestProtocol.js"

/** What came of a call, and of the reading before it. `blocked`: the page has to make it; `unreadable`: it was not made. */
type Called =
  | Extract<ThreadAnswer, { readonly type: "called" }>
  | { readonly type: "blocked" | "failed"; readonly read?: FileDigests | undefined }
  | { readonly type: "unreadable"; readonly read?: undefined }

/**
 * A thread, as far as it is asked. Each function gives the way to leave. `isOpen`: it may still be asked.
 *
 * @since 1.0.7
 * @category models
 */
export interface SmallThread extends Pick<SmallRequests, "isOpen" | "put"> {
  readonly readAndCall: (
    read: Omit<ReadFirst, "file"> & { readonly size: number },
    url: string,
    init: RequestInit,
    done: (outcome: Called) => void
  ) => Leave
}

const decoder = new TextDecoder()

/** `undefined` where the page has to make the call. */
const outcomeOf = (origin: string, call: ApiCall, outcome: Called): CallOutcome | undefined => {
  const { type } = outcome
  if (type === "blocked" || type === "unreadable") return undefined
  const address = { method: call.method, path: `${origin}${call.path}` }
  const unanswered = () => Exit.fail(new TransportError({ ...address, reason: "Network" }))
  if (outcome.type !== "called") return { made: unanswered() }
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

/** No file has this one. */
const makePlaceholder = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, "0")).join("")
    .toUpperCase()

/**
 * @since 1.0.7
 * @category constructors
 */
export const smallRequests = ({ isOpen, put, readAndCall }: SmallThread): SmallRequests => {
  const placeholder = makePlaceholder()
  return {
    isOpen,
    put,
    placeholder,

    announce: ({ identity: { size }, origin }, kinds, { head, request }, done) => {
      if (origin._tag !== "Blob") throw new Error("a worker reads nothing but Blobs")
      const { blob: body } = origin
      const host = head.origin()
      const init: RequestInit = {
        ...head.fetchOptions,
        method: request.method,
        headers: { ...head.headers, "content-type": "application/json" },
        body: JSON.stringify(request.body)
      }
      const read = { body, size, kinds: ["sha1", ...kinds], placeholder } as const
      return readAndCall(read, `${host}${request.path}`, init, (outcome) => {
        const sha1 = outcome.read?.sha1
        const file = sha1 === undefined ? undefined : { sha1, digest: outcome.read ?? {}, body }
        done({ file, call: outcomeOf(host, request, outcome) })
      })
    }
  }
}
