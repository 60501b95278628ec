/** The browser's transport, sources, connectivity and sessions, driven by a test. */
import { Cause, Deferred, Effect, Exit, Fiber, Option, Redacted, Stream } from "effect"
import * as ConnectivityBrowser from "../../../src/layers/browser/ConnectivityBrowser.js"
import * as TransportXhr from "../../../src/layers/browser/TransportXhr.js"
import * as UploadSessionsIndexedDb from "../../../src/layers/browser/UploadSessionsIndexedDb.js"
import * as UploadSourcesBrowser from "../../../src/layers/browser/UploadSourcesBrowser.js"
import { Connectivity } from "../../../src/services/Connectivity.js"
import type { StoredPart } from "../../../src/services/PartStore.js"
import { Transport } from "../../../src/services/Transport.js"
import type { SavedUpload, SessionChange } from "../../../src/services/UploadSessions.js"
import { UploadSessions } from "../../../src/services/UploadSessions.js"
import type { SourceInput, UploadSource } from "../../../src/services/UploadSource.js"
import { UploadSources } from "../../../src/services/UploadSource.js"

const addressOf = (url: string, headers: Record<string, string> = {}) => ({
  url: Redacted.make(url),
  headers,
  credentialVersion: 1,
  expiresAt: Number.MAX_SAFE_INTEGER
})

/** The value, or the error as plain data. */
const run = async <A, E>(effect: Effect.Effect<A, E>) => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return { value: exit.value, error: undefined, message: undefined }
  const error = Cause.squash(exit.cause)
  return { value: undefined, error: { ...error as object }, message: String(error) }
}

const transport = <A, E>(use: (transport: Transport["Type"]) => Effect.Effect<A, E>) =>
  run(Effect.flatMap(Transport, use).pipe(Effect.provide(TransportXhr.layer)))

const textOf = (source: UploadSource) =>
  Effect.gen(function*() {
    let text = ""
    yield* source.readAll(0, (chunk) => {
      text += new TextDecoder().decode(chunk)
    })
    return text
  })

const withSource = <A, E>(
  input: SourceInput,
  name: string | undefined,
  use: (source: UploadSource) => Effect.Effect<A, E>
) =>
  Effect.flatMap(UploadSources, (sources) => sources.open(input, { name })).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.provide(UploadSourcesBrowser.layer)
  )

const picked = () => document.querySelector("input")!.files![0]! // the test has put it there

async function* streamOf(chunks: ReadonlyArray<string>) {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk)
}

const storedFiles = async () => {
  const names: Array<string> = []
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
  return names
}

const adapters = {
  put: (url: string, size: number, headers: Record<string, string>) => {
    const steps: Array<number> = []
    window.steps = steps
    return transport((send) =>
      send.put(addressOf(url, headers), new Blob([new Uint8Array(size)], { type: "not/signed" }), (n) => steps.push(n))
    )
      .then((result) => ({ ...result, steps }))
  },

  /** Interrupts a PUT after its first progress. */
  interruptPut: (url: string, size: number) =>
    transport((send) =>
      Effect.gen(function*() {
        const begun = yield* Deferred.make<void>()
        let sent = 0
        const fiber = yield* Effect.fork(send.put(addressOf(url), new Uint8Array(size), (bytes) => {
          sent += bytes
          Deferred.unsafeDone(begun, Exit.void)
        }))
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        return sent
      })
    ),

  get: (url: string, range?: { start: number; end: number }) =>
    transport((receive) =>
      Effect.scoped(Effect.gen(function*() {
        const reply = yield* receive.get(addressOf(url), { range })
        let received = 0
        yield* Stream.runForEach(reply.bytes, (chunk) =>
          Effect.sync(() => {
            received += chunk.byteLength
          }))
        return { status: reply.status, headers: reply.headers, problem: reply.problem, received }
      }))
    ),

  /** Reads one chunk and leaves. */
  leaveGet: (url: string) =>
    transport((receive) =>
      Effect.scoped(
        Effect.flatMap(receive.get(addressOf(url)), (reply) => Stream.runDrain(Stream.take(reply.bytes, 1)))
      )
    ),

  /** A part as it is lent, then the whole; `reads`: how often the file itself was asked for bytes. */
  readPicked: () => {
    let reads = 0
    const { arrayBuffer } = Blob.prototype
    Blob.prototype.arrayBuffer = function() {
      reads++
      return arrayBuffer.call(this)
    }
    return run(withSource(picked(), undefined, (source) =>
      Effect.gen(function*() {
        const text = yield* textOf(source)
        const part = yield* source.withPart({ start: 1, end: 4 }, (body) =>
          Effect.promise(async () => [
            body instanceof Blob ? `blob of type "${body.type}"` : "bytes",
            await new Response(body instanceof Blob ? body : body.slice()).text()
          ]))
        return { identity: source.identity, contentType: source.contentType, part, text, reads }
      })))
  },

  /** What a sender's failure becomes: its own, or that the file is gone. */
  sendPicked: () =>
    run(
      withSource(picked(), undefined, (source) =>
        source.withPart({ start: 0, end: 3 }, () =>
          Effect.fail({ _tag: "TheNetworkFailed" })))
    ),

  hashPicked: () => run(withSource(picked(), undefined, (source) => Effect.zipRight(source.verify, textOf(source)))),

  spool: (chunks: ReadonlyArray<string>) =>
    run(withSource(streamOf(chunks), "stream", (source) =>
      Effect.gen(function*() {
        const during = yield* Effect.promise(storedFiles)
        return { identity: source.identity, text: yield* textOf(source), during: during.length }
      }))).then(async (result) => ({ ...result, after: (await storedFiles()).length })),

  /** Keeps a stream until its page ends. */
  keepSpooled: (chunks: ReadonlyArray<string>) =>
    new Promise<number>((resolve) =>
      void run(withSource(streamOf(chunks), "stream", (source) => {
        resolve(source.identity.size)
        return Effect.never
      }))
    ),

  spoolInMemory: (chunks: ReadonlyArray<string>, memoryLimit: number) => {
    Object.defineProperty(navigator.storage, "getDirectory", {
      configurable: true,
      value: () => Promise.reject(new Error("none"))
    })
    return run(
      Effect.flatMap(UploadSources, (sources) => sources.open(streamOf(chunks), { name: "stream" })).pipe(
        Effect.flatMap(textOf),
        Effect.scoped,
        Effect.provide(UploadSourcesBrowser.layerWith({ memoryLimit }))
      )
    )
  },

  /** Bytes that their owner writes into, shares with others, or gives away, once they are open or before. */
  ownBytes: async (size: number) => {
    const fresh = () => new Uint8Array(size).fill(1)
    const giveAway = (own: Uint8Array<ArrayBuffer>) => void structuredClone(own.buffer, { transfer: [own.buffer] })
    const sum = (own: Uint8Array, change: () => void) =>
      run(withSource(own, "own", (source) =>
        Effect.gen(function*() {
          change()
          let total = 0
          yield* source.readAll(0, (chunk) => {
            for (const byte of chunk) total += byte
          })
          yield* source.verify
          return { total, identity: source.identity, contentType: source.contentType }
        })))
    const [written, given, early] = [fresh(), fresh(), fresh()]
    const shared = new Uint8Array(new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true }).buffer, 0, size)
    giveAway(early)
    return {
      written: await sum(written, () => written.fill(2)),
      given: await sum(given, () => giveAway(given)),
      shared: await sum(shared.fill(1), () => shared.fill(2)),
      early: await sum(early, () => {})
    }
  },

  /** A stream that somebody else has read to its end, and one that is empty. */
  readStreams: async () => {
    const read = new Blob(["bytes"]).stream()
    await new Response(read).text()
    const left = new Blob(["bytes"]).stream()
    await left.cancel()
    return {
      read: await run(withSource(read, "read", textOf)),
      left: await run(withSource(left, "left", textOf)),
      empty: await run(withSource(new Blob([]).stream(), "empty", textOf))
    }
  },

  openPath: () => run(withSource({ path: "/etc/passwd" }, undefined, textOf)),

  /** Listens until there were two changes; the list is on the page meanwhile. */
  watchConnectivity: () => {
    const heard: Array<boolean | string> = []
    window.heard = heard
    return run(
      Effect.gen(function*() {
        const connectivity = yield* Connectivity
        yield* connectivity.whenOnline
        const changes = yield* Effect.fork(
          connectivity.changes.pipe(
            Stream.take(2),
            Stream.runForEach((online) =>
              Effect.sync(() => {
                heard.push(online)
              })
            )
          )
        )
        heard.push(yield* connectivity.online)
        yield* Effect.async<void>((resume) => addEventListener("offline", () => resume(Effect.void), { once: true }))
        heard.push(`online: ${yield* connectivity.online}`)
        yield* connectivity.whenOnline
        yield* Fiber.join(changes)
        return heard
      }).pipe(Effect.provide(ConnectivityBrowser.layer))
    )
  },

  saveSession: (upload: SavedUpload, parts: ReadonlyArray<StoredPart>) =>
    run(
      Effect.flatMap(UploadSessions, (sessions) =>
        sessions.save(upload).pipe(
          Effect.zipRight(Effect.forEach(parts, (part) => sessions.record(upload.id, part), { discard: true })),
          Effect.zipRight(sessions.healthy)
        )).pipe(Effect.provide(UploadSessionsIndexedDb.layer))
    ),

  updateSession: (upload: SavedUpload, follows: number | undefined) =>
    run(
      Effect.flatMap(UploadSessions, (sessions) => sessions.update(upload, follows)).pipe(
        Effect.provide(UploadSessionsIndexedDb.layer)
      )
    ),

  /** All that writes, by who knows the session as of a revision that it no longer is of. */
  outdated: (upload: SavedUpload, part: StoredPart, revision: number) =>
    run(
      Effect.flatMap(UploadSessions, (sessions) =>
        Effect.zipLeft(
          Effect.all([
            sessions.save(upload, revision),
            sessions.update(upload, revision),
            sessions.markAborting(upload.id, revision),
            sessions.forget(upload.id, revision)
          ]),
          sessions.record(upload.id, part)
        )).pipe(Effect.provide(UploadSessionsIndexedDb.layer))
    ),

  /** How the writes of many sessions at once ended, one pass after the other. */
  writeSessions: (passes: ReadonlyArray<ReadonlyArray<SessionChange>>) =>
    run(
      Effect.flatMap(UploadSessions, ({ writeAll }) =>
        Effect.forEach(passes, (changes) => writeAll?.(changes) ?? Effect.dieMessage("one by one"))).pipe(
          Effect.provide(UploadSessionsIndexedDb.layer)
        )
    ),

  loadSession: (id: SavedUpload["id"]) =>
    run(
      Effect.flatMap(UploadSessions, (sessions) =>
        Effect.all({ session: Effect.map(sessions.load(id), Option.getOrUndefined), all: sessions.all })).pipe(
          Effect.provide(UploadSessionsIndexedDb.layer)
        )
    ),

  endSession: (id: SavedUpload["id"], how: "forget" | "markAborting") =>
    run(
      Effect.flatMap(UploadSessions, (sessions) => sessions[how](id)).pipe(
        Effect.provide(UploadSessionsIndexedDb.layer)
      )
    ),

  /** Claims and holds until `release` is called in this page. */
  claim: (id: SavedUpload["id"]) =>
    new Promise<boolean>((resolve) => {
      const held = Effect.flatMap(UploadSessions, (sessions) => sessions.claim(id)).pipe(
        Effect.flatMap((claimed) =>
          Effect.async<void>((resume) => {
            Object.assign(window, { release: () => resume(Effect.void) })
            resolve(claimed)
          })
        ),
        Effect.scoped,
        Effect.provide(UploadSessionsIndexedDb.layer)
      )
      Object.assign(window, { released: Effect.runPromise(held) })
    }),

  release: () => {
    const page = window as unknown as { release: () => void; released: Promise<void> } // set by `claim`
    page.release()
    return page.released
  },

  /** A browser that stores nothing. */
  withoutDatabase: (upload: SavedUpload, part: StoredPart) => {
    Object.defineProperty(IDBFactory.prototype, "open", {
      value: () => {
        throw new DOMException("not here", "InvalidStateError")
      }
    })
    return run(
      Effect.flatMap(UploadSessions, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* sessions.record(upload.id, part)
          const session = Option.getOrUndefined(yield* sessions.load(upload.id))
          return { session, healthy: yield* sessions.healthy }
        })).pipe(Effect.provide(UploadSessionsIndexedDb.layer))
    )
  }
}

declare global {
  interface Window {
    adapters: typeof adapters
    heard: ReadonlyArray<boolean | string>
    steps: ReadonlyArray<number>
  }
}

document.body.append(Object.assign(document.createElement("input"), { type: "file" }))
window.adapters = adapters
