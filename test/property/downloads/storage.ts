import { Deferred, Effect, Option, Redacted, Stream } from "effect"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import type { ByteFlow, ByteReply, GetOptions, Transport } from "../../../src/services/Transport.js"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import { bytesOf } from "../../transfer/upload/memoryUploads.js"
import type { CallFault, FilePlan, GetFault, Scripted } from "./scenario.js"

/** Faults in the order of the script, each for so many requests after letting some through. */
export class Script<A> {
  private readonly entries: Array<{ readonly action: A; skip: number; left: number }>
  constructor(script: ReadonlyArray<Scripted<A>>) {
    this.entries = script.map(({ action, skip, times }) => ({ action, skip, left: times }))
  }

  next(): A | undefined {
    for (const one of this.entries) {
      if (one.left === 0) continue
      if (one.skip > 0) {
        one.skip--
        continue
      }
      one.left--
      return one.action
    }
    return undefined
  }

  remaining(): number {
    return this.entries.reduce((sum, { left }) => sum + left, 0)
  }
}

/**
 * An object and the contents that it may have; `current` is what the storage gives, `announced` what the service says.
 */
export interface StoredFile {
  readonly plan: FilePlan
  readonly index: number
  readonly versions: ReadonlyArray<Uint8Array>
  current: number
  announced: number
}

/** Digests of contents that runs meet again and again. */
const versionsOf = (size: number, index: number): ReadonlyArray<Uint8Array> => [
  bytesOf(size, index * 50 + 1),
  bytesOf(size, index * 50 + 2),
  bytesOf(size + 7, index * 50 + 3),
  bytesOf(Math.max(0, size - 5), index * 50 + 4)
]

export const storedFile = (plan: FilePlan, index: number): StoredFile => ({
  plan,
  index,
  versions: versionsOf(plan.size, index),
  current: 0,
  announced: 0
})

const contentOf = (file: StoredFile, version: number): Uint8Array => file.versions[version] ?? new Uint8Array(0)

export const announcedContent = (file: StoredFile): Uint8Array => contentOf(file, file.announced)

export const digestOf = (file: StoredFile): string | undefined =>
  file.plan.hashed ? sha1(announcedContent(file)) : undefined

/** The next content, of the same size at first, and back to the first one in the end. */
export const replace = (file: StoredFile, known: boolean): void => {
  file.current = (file.current + 1) % file.versions.length
  if (known) file.announced = file.current
}

const failure = (detail: string, path = "object") =>
  new TransportError({ reason: "Network", method: "GET", path, detail })

/** An answer as it goes over: what its head says, and what becomes of its body. */
interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
  /** How the body ends. */
  readonly end: "closed" | "reset" | "silence"
  readonly pause: number
}

const latency = 20

export class Storage {
  readonly gets: Script<GetFault>
  readonly calls: Script<CallFault>
  online = true
  signedIn = true
  inFlight = 0
  /** A request is under way for all of this time, milliseconds; the clock of tests says it. */
  readonly asked: Array<{ readonly key: string; readonly range: GetOptions["range"] }> = []

  constructor(
    readonly files: ReadonlyArray<StoredFile>,
    private readonly options: {
      readonly gets: ReadonlyArray<Scripted<GetFault>>
      readonly calls: ReadonlyArray<Scripted<CallFault>>
      readonly flows: boolean
      readonly honoursIfMatch: boolean
    }
  ) {
    this.gets = new Script(options.gets)
    this.calls = new Script(options.calls)
  }

  readonly transport: Transport.Service = {
    put: () => Effect.dieMessage("nothing is sent"),
    get: (address, how = {}) =>
      Effect.flatMap(Deferred.make<never, TransportError>(), (closed) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            this.inFlight++
            return this.gets.next()
          }),
          () =>
            Effect.zipRight(
              Deferred.fail(closed, failure("closed")),
              Effect.sync(() => this.inFlight--)
            )
        ).pipe(Effect.flatMap((fault) => this.answered(Redacted.value(address.url), how, fault, closed))))
  }

  private answered(
    url: string,
    how: GetOptions,
    fault: GetFault | undefined,
    closed: Deferred.Deferred<never, TransportError>
  ): Effect.Effect<ByteReply, TransportError> {
    return Effect.gen(this, function*() {
      yield* Effect.sleep(latency)
      if (!this.online || fault?._tag === "unreachable") return yield* failure("no answer")
      if (fault?._tag === "silent") return yield* Deferred.await(closed)
      const file = this.files.find(({ index }) => index === Number(/object\/(\d+)/.exec(url)?.[1]))
      if (file === undefined) return yield* Effect.dieMessage(`no object at ${url}`)
      this.asked.push({ key: `${file.index}`, range: how.range })
      if (fault?._tag === "replaced") replace(file, fault.known)
      const answer = this.answer(file, how, fault)
      if (answer.status >= 400) return { ...answer, bytes: Stream.empty, problem: "" }
      return this.options.flows && how.flows === true
        ? { ...answer, bytes: Stream.empty, flow: this.flow(answer, closed), problem: "" }
        : { ...answer, bytes: this.stream(answer, closed), problem: "" }
    })
  }

  private answer(file: StoredFile, { ifMatch, range }: GetOptions, fault: GetFault | undefined): Answer {
    const object = contentOf(file, file.current)
    const etag = `"version-${file.current}"`
    const refused = (status: number, headers: Record<string, string> = {}): Answer => ({
      status,
      headers,
      body: new Uint8Array(0),
      end: "closed",
      pause: 0
    })
    if (fault?._tag === "status") {
      const { retryAfter, status } = fault
      return refused(status, retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` })
    }
    if (this.options.honoursIfMatch && ifMatch !== undefined && ifMatch !== etag) return refused(412)
    const asked = fault?._tag === "otherRange" ? this.other(range, fault.how, object.length) : range
    if (asked !== undefined && asked.start >= object.length) {
      return refused(416, { "content-range": `bytes */${object.length}` })
    }
    const wanted = object.subarray(asked?.start ?? 0, asked?.end)
    const hasLength = fault?._tag !== "lengthless"
    const total = hasLength ? `${object.length}` : "*"
    const headers: Record<string, string> = {
      "content-type": "application/octet-stream",
      "last-modified": `version ${file.current}`,
      ...(file.plan.etag === "hidden" ? {} : { etag: file.plan.etag === "weak" ? `W/${etag}` : etag }),
      ...(hasLength ? { "content-length": `${wanted.length}` } : {}),
      ...(asked === undefined
        ? {}
        : { "content-range": `bytes ${asked.start}-${asked.start + wanted.length - 1}/${total}` })
    }
    const cut = fault !== undefined && "after" in fault ? wanted.subarray(0, fault.after) : wanted
    return {
      status: asked === undefined ? 200 : 206,
      headers,
      body: fault?._tag === "tooMuch" ? Buffer.concat([cut, Buffer.from("and more")]) : cut,
      // Without a length only the end of a chunked body says that all of it came; one that was cut is reported.
      end: fault?._tag === "reset" ? "reset" : fault?._tag === "stalls" ? "silence" : "closed",
      pause: fault?._tag === "slow" ? fault.millis : 0
    }
  }

  private other(
    range: GetOptions["range"],
    how: "later" | "longer" | "shorter" | "whole",
    size: number
  ): GetOptions["range"] {
    if (range === undefined || how === "whole") return undefined
    const { start, end = size } = range
    if (how === "later") return { start: start + 1, end }
    if (how === "longer") return { start, end: end + 9 }
    return { start, end: start + Math.max(1, Math.floor((end - start) / 2)) }
  }

  /** A body in pieces, each of which takes its time; the memory of a piece that was given back is used again. */
  private flow(answer: Answer, closed: Deferred.Deferred<never, TransportError>): ByteFlow {
    let position = 0
    return (take) =>
      Effect.gen(this, function*() {
        while (true) {
          const piece = yield* Effect.raceFirst(this.piece(answer, position, closed), Deferred.await(closed))
          if (piece === undefined) {
            const length = Number(answer.headers["content-length"] ?? position)
            return position < length ? yield* failure("the body was cut short") : undefined
          }
          position += piece.length
          const memory = piece.slice()
          const result = take(memory, () => memory.fill(0xEE))
          if (result !== undefined) return result
        }
      })
  }

  private stream(
    answer: Answer,
    closed: Deferred.Deferred<never, TransportError>
  ): Stream.Stream<Uint8Array, TransportError> {
    return Stream.unfoldEffect(
      0,
      (position) =>
        Effect.map(
          Effect.raceFirst(this.piece(answer, position, closed), Deferred.await(closed)),
          (piece) => piece === undefined ? Option.none() : Option.some([piece, position + piece.length] as const)
        )
    )
  }

  private piece(
    { body, end, pause }: Answer,
    position: number,
    closed: Deferred.Deferred<never, TransportError>
  ): Effect.Effect<Uint8Array | undefined, TransportError> {
    return Effect.gen(this, function*() {
      if (position >= body.length) {
        if (end === "silence") return yield* Deferred.await(closed)
        return end === "reset" ? yield* failure("reset") : undefined
      }
      yield* Effect.sleep(pause > 0 ? pause : 25)
      if (!this.online) return yield* failure("reset")
      const size = body.length > 10_000 ? Math.ceil(body.length / 12) : 9
      return body.subarray(position, position + size)
    })
  }
}
