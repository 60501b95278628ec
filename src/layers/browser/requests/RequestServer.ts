/**
 * The worker's side of the requests that a page makes in it. It knows nothing of what they are for: it reads, sends, and tells what
 * came. Of a request it keeps nothing once it has been answered.
 *
 * @since 1.0.7
 */
import type { PartDigest } from "../../../services/PartStore.js"
import { largestAnswer, replyLimit } from "../../http/answerLimits.js"
import { digestBlob, digestBytes } from "../hash/BlobHashing.js"
import type { FileDigests, SmallFile, ThreadAnswer, ThreadRequest } from "./RequestProtocol.js"

/** Of more files nothing is kept; they are read anew. */
const mostKept = 64

const readAll = async (blob: Blob, { sha1, size }: SmallFile): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // Not every browser fails the read of a file that has changed on disk.
  const isSame = bytes.length === size && (sha1 === undefined || (await digestBytes(bytes, ["sha1"])).sha1 === sha1)
  if (!isSame) throw new Error("the file has changed")
  return bytes
}

/** Bytes of small files, from the first read until they are sent, so that a file is read once. */
class FileBytes {
  private readonly kept = new Map<number, Promise<Uint8Array<ArrayBuffer>>>()

  /** Fails where the file cannot be read, or is not what it was. */
  read(blob: Blob, file: SmallFile): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.kept.get(file.number)
    if (known !== undefined) return known
    const reading = readAll(blob, file)
    reading.catch(() => this.kept.delete(file.number))
    this.kept.set(file.number, reading)
    const [oldest] = this.kept.keys()
    if (this.kept.size > mostKept && oldest !== undefined) this.kept.delete(oldest)
    return reading
  }
}

/**
 * The part of a worker's global that is used.
 *
 * @since 1.0.7
 * @category models
 */
export interface PolicyScope {
  readonly addEventListener: (
    type: "securitypolicyviolation",
    listener: (event: { readonly blockedURI: string; readonly disposition: "enforce" | "report" }) => void
  ) => void
}

type Call = Extract<ThreadRequest, { readonly type: "call" }>
type Digest = Extract<ThreadRequest, { readonly type: "digest" }>
type DigestPart = Extract<ThreadRequest, { readonly type: "digestPart" }>
type Part = Extract<ThreadRequest, { readonly type: "part" }>
type Put = Extract<ThreadRequest, { readonly type: "put" }>

/** Between two reports of what has left of all bodies, in milliseconds. Of one that is answered sooner there is none. */
const reportEvery = 250

/** The event of a policy may come after the failure that it is about, in milliseconds. */
const policyPatience = 50

/** Without the query, which may hold a secret. */
const placeOf = (address: string): string => address.replace(/[?#].*$/, "")

/** What is over the limit of all answers is of no use to the page: it gets enough to see that. */
const readBody = async (
  body: ReadableStream<Uint8Array> | null
): Promise<{ readonly body: ReadonlyArray<Uint8Array>; readonly broken: boolean }> => {
  const chunks: Array<Uint8Array> = []
  const reader = body?.getReader()
  try {
    for (let size = 0; reader !== undefined && size <= largestAnswer;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      chunks.push(value)
    }
    return { body: chunks, broken: false }
  } catch {
    return { body: chunks, broken: true }
  }
}

/**
 * Takes requests; `post` is given answers, those of one turn together.
 *
 * @since 1.0.7
 * @category constructors
 */
export const serveRequests = (
  scope: PolicyScope,
  post: (answers: ReadonlyArray<ThreadAnswer>) => void
): (requests: ReadonlyArray<ThreadRequest>) => void => {
  const cancels = new Map<number, () => void>()
  const forbidden = new Set<string>()
  const files = new FileBytes()
  /** Files that are sent in parts, by their numbers. */
  const whole = new Map<number, Blob>()
  /** What has left of bodies and is still to be reported. */
  const moved = new Map<number, number>()
  let isReporting = false
  /** By the number of a request that is under way: its body, and the digests of it that were made meanwhile. */
  const heldDigests = new Map<number, { readonly body: Blob | Uint8Array; readonly answers: Array<ThreadAnswer> }>()
  const turns: Array<Promise<unknown>> = [Promise.resolve(), Promise.resolve()]
  let answers: Array<ThreadAnswer> = []

  scope.addEventListener("securitypolicyviolation", ({ blockedURI, disposition }) => {
    if (disposition === "enforce") forbidden.add(placeOf(blockedURI))
  })

  const say = (answer: ThreadAnswer): void => {
    if (answers.push(answer) > 1) return
    setTimeout(() => {
      const all = answers
      answers = []
      post(all)
    })
  }

  /** The last word on a request; none on one that was cancelled. */
  const end = (answer: ThreadAnswer): void => {
    moved.delete(answer.id)
    if (cancels.delete(answer.id)) say(answer)
    tellHeld(answer.id)
  }

  /** The digests of a body go along with the answer to its sending. */
  const tellHeld = (put: number): void => {
    const held = heldDigests.get(put)
    heldDigests.delete(put)
    for (const answer of held?.answers ?? []) end(answer)
  }

  const report = (id: number, loaded: number): void => {
    moved.set(id, loaded)
    if (isReporting) return
    isReporting = true
    setTimeout(() => {
      isReporting = false
      for (const [id, loaded] of moved) say({ type: "sent", id, loaded })
      moved.clear()
    }, reportEvery)
  }

  const fail = (id: number, url: string, loaded: number, read?: FileDigests): void =>
    void setTimeout(
      () => end(forbidden.has(placeOf(url)) ? { type: "blocked", id, read } : { type: "failed", id, loaded, read }),
      policyPatience
    )

  const call = async ({ id, init, readFirst, url }: Call): Promise<void> => {
    const controller = new AbortController()
    cancels.set(id, () => controller.abort())
    let read: FileDigests | undefined
    let { body = null } = init
    if (readFirst !== undefined) {
      try {
        read = await digestBytes(await files.read(readFirst.body, readFirst.file), readFirst.kinds)
      } catch {
        return end({ type: "unreadable", id })
      }
      if (!cancels.has(id)) return
      body = String(body).replace(readFirst.placeholder, String(read.sha1).toUpperCase())
    }
    try {
      const { body: answer, headers, status } = await fetch(url, { ...init, body, signal: controller.signal })
      end({ type: "called", id, status, headers: [...headers], ...await readBody(answer), read })
      controller.abort()
    } catch {
      fail(id, url, 0, read)
    }
  }

  /** Two at a time, of which one is read while the other is digested: the first is there sooner, and few bytes are in memory. */
  const inTurn = async <A>(work: () => Promise<A>): Promise<A> => {
    const turn = turns.shift()
    const done = Promise.resolve(turn).then(work)
    turns.push(done.catch(() => {}))
    return done
  }

  const digest = async ({ body, file, id, kinds }: Digest): Promise<void> => {
    cancels.set(id, () => {})
    try {
      const digest = file === undefined
        ? await inTurn(() => digestBlob(body, kinds, { wanted: () => cancels.has(id) }))
        : await digestBytes(await files.read(body, file), kinds)
      if (digest === undefined) return
      const answer: ThreadAnswer = { type: "digested", id, digest }
      const underWay = [...heldDigests.values()].find((put) => put.body === body)
      if (underWay === undefined) end(answer)
      else underWay.answers.push(answer)
    } catch {
      end({ type: "unreadable", id })
    }
  }

  const put = async (
    { body, file, headers, id, url }: Omit<Put, "type">,
    making?: Promise<PartDigest | undefined>
  ): Promise<void> => {
    const request = new XMLHttpRequest()
    let loaded = 0
    cancels.set(id, () => request.abort())
    if (file === undefined && making === undefined) heldDigests.set(id, { body, answers: [] })
    const broke = () => fail(id, url, loaded)
    const answered = () => {
      const { responseText, status } = request
      const headers = request.getAllResponseHeaders()
      const answer: ThreadAnswer = { type: "put", id, status, headers, body: responseText.slice(0, replyLimit) }
      if (making === undefined) end(answer)
      else void making.then((digest) => end({ ...answer, digest }))
    }
    request.upload.onprogress = (event) => {
      loaded = event.loaded
      report(id, loaded)
    }
    request.onload = answered
    request.onerror = broke
    request.ontimeout = broke
    // The rest of a long answer is of no use, and it may have no end.
    request.onprogress = (event) => {
      if (event.loaded <= replyLimit) return
      answered()
      request.abort()
    }
    let bytes: BodyInit
    try {
      // The type of a Blob would be a header that was not signed.
      if (!(body instanceof Blob)) bytes = new Uint8Array(body)
      else if (file !== undefined) bytes = await files.read(body, file)
      else bytes = body.type === "" ? body : body.slice()
    } catch {
      return end({ type: "unreadable", id })
    }
    if (!cancels.has(id)) return
    try {
      request.open("PUT", url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.send(bytes)
    } catch {
      broke()
    }
  }

  const digestPart = async ({ end: last, file, id, kinds, start }: DigestPart): Promise<void> => {
    cancels.set(id, () => {})
    const body = whole.get(file)?.slice(start, last)
    const digest = await makeDigest(id, body, kinds)
    end(digest === undefined ? { type: "unreadable", id } : { type: "digested", id, digest })
  }

  /** Nothing where the bytes cannot be read, or nobody wants to know any more. */
  const makeDigest = (id: number, body: Blob | undefined, kinds: Digest["kinds"] & Part["kinds"]) =>
    body === undefined
      ? Promise.resolve(undefined)
      : inTurn(() => digestBlob(body, kinds, { wanted: () => cancels.has(id) })).catch(() => undefined)

  const part = ({ end: last, file, id, kinds, start, ...request }: Part): void => {
    const body = whole.get(file)?.slice(start, last)
    if (body === undefined) return end({ type: "unreadable", id })
    void put({ ...request, id, body, file: undefined }, kinds.length === 0 ? undefined : makeDigest(id, body, kinds))
  }

  const cancel = (id: number): void => {
    whole.delete(id)
    cancels.get(id)?.()
    cancels.delete(id)
    moved.delete(id)
    tellHeld(id)
  }

  return (requests) => {
    for (const request of requests) {
      switch (request.type) {
        case "call":
          void call(request)
          break
        case "put":
          void put(request)
          break
        case "file":
          whole.set(request.id, request.file)
          break
        case "part":
          part(request)
          break
        case "digestPart":
          void digestPart(request)
          break
        case "digest":
          void digest(request)
          break
        case "cancel":
          cancel(request.id)
          break
        case "ping":
          say({ type: "pong", id: request.id })
      }
    }
  }
}
