/** What stores do with a write by who no longer is the one that writes. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, LogLevel, Option, Scope } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { UploadId } from "../../../src/domain/Ids.js"
import * as UploadSessionsDirectory from "../../../src/layers/node/UploadSessionsDirectory.js"
import * as BackedSessions from "../../../src/layers/saved/BackedSessions.js"
import type { SavedSession, SessionBacking } from "../../../src/layers/saved/SessionBacking.js"
import * as UploadSessionsMemory from "../../../src/layers/saved/UploadSessionsMemory.js"
import type { StoredPart } from "../../../src/services/PartStore.js"
import { revisionOf, UploadSessions } from "../../../src/services/UploadSessions.js"
import { savedUpload } from "../../layers/node/SavedUploads.js"

const id = UploadId.make("upload-1")
const at = (revision: number, uploadId = "multipart-1") => savedUpload("upload-1", { revision, uploadId })
const part = (number: number): StoredPart => ({ number, size: 5, etag: `etag-${number}` })

const client = (layer: Layer.Layer<UploadSessions>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, UploadSessions))

const inDirectory = Effect.gen(function*() {
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "sessions-"))),
    (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
  )
  const files = () => fs.readdirSync(directory)
  return { connect: client(UploadSessionsDirectory.layer({ directory })), files }
})

const inMemory = Effect.sync(() => {
  const sessions = UploadSessionsMemory.empty()
  return {
    connect: client(UploadSessionsMemory.layerOver(sessions)),
    files: (): ReadonlyArray<string> => [...sessions.saved.keys()]
  }
})

const stores = { inDirectory, inMemory }

for (const [name, store] of Object.entries(stores)) {
  describe(`a session ${name}`, () => {
    const twoClients = Effect.gen(function*() {
      const { connect, files } = yield* store
      return { first: yield* connect, second: yield* connect, files }
    })

    it.scopedLive("is written by who follows its revision, and by nobody else", () =>
      Effect.gen(function*() {
        const { files, first, second } = yield* twoClients
        assert.isTrue(yield* first.save(at(1), undefined))
        yield* first.record(id, part(1))
        assert.isTrue(Option.isSome(yield* first.load(id)))
        assert.isTrue(yield* second.update(at(2), 1))
        const theirs = Option.some({ upload: at(2), journal: [part(1)] })

        assert.isFalse(yield* first.save(at(3, "multipart-9"), 1))
        assert.isFalse(yield* first.update(at(3, "multipart-9"), 1))
        assert.isFalse(yield* first.markAborting(id, 1))
        assert.isFalse(yield* first.forget(id, 1))
        assert.deepStrictEqual(yield* first.load(id), theirs)
        assert.deepStrictEqual(yield* second.load(id), theirs)
        assert.isTrue(yield* first.healthy)

        assert.isTrue(yield* second.markAborting(id, 2))
        assert.isTrue(yield* second.forget(id, 2))
        assert.deepStrictEqual(files(), [])
      }))

    it.scopedLive("that is gone keeps nobody from writing it, and there is nothing to mark or to forget", () =>
      Effect.gen(function*() {
        const { first, second } = yield* twoClients
        yield* first.save(at(1))
        yield* second.forget(id, 1)
        assert.isTrue(yield* first.markAborting(id, 1))
        assert.isTrue(yield* first.forget(id, 1))
        assert.deepStrictEqual(yield* first.all, [])
        assert.isTrue(yield* first.update(at(2), 1))
        assert.deepStrictEqual(yield* second.all, [at(2)])
      }))

    it.scopedLive("of an earlier version has the revision of its time", () =>
      Effect.gen(function*() {
        const { first, second } = yield* twoClients
        const early = savedUpload("upload-1")
        yield* first.save(early)
        assert.strictEqual(revisionOf(early), early.savedAt)
        assert.isFalse(yield* second.update(at(2), 1))
        assert.isTrue(yield* second.update(at(2), early.savedAt))
        assert.deepStrictEqual(yield* first.all, [at(2)])
      }))

    it.scopedLive("takes no parts of another multipart upload", () =>
      Effect.gen(function*() {
        const { first, second } = yield* twoClients
        yield* first.save(at(1))
        yield* first.record(id, part(1))
        yield* first.load(id)
        yield* second.save(at(2, "multipart-2"), 1)
        yield* first.record(id, part(2))
        yield* second.record(id, part(3))
        const { journal } = Option.getOrThrow(yield* second.load(id))
        assert.deepStrictEqual(journal, [part(3)])
        assert.deepStrictEqual(Option.getOrThrow(yield* first.load(id)).journal, [part(3)])
      }))
  })
}

describe("a folder of sessions that cannot be made", () => {
  it.scopedLive("is made when that has become possible", () =>
    Effect.gen(function*() {
      const parent = yield* Effect.acquireRelease(
        Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "sessions-"))),
        (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
      )
      const inTheWay = path.join(parent, "disk")
      const directory = path.join(inTheWay, "sessions")
      fs.writeFileSync(inTheWay, "")
      const sessions = yield* client(UploadSessionsDirectory.layer({ directory }))
      assert.isTrue(yield* sessions.save(at(1)))
      assert.isFalse(yield* sessions.healthy)
      fs.rmSync(inTheWay)
      assert.isTrue(yield* sessions.update(at(2), 1))
      assert.deepStrictEqual(fs.readdirSync(directory), ["upload-1.json"])
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)))
})

/** A backing that can be broken. */
const breakable = () => {
  const rows = new Map<string, SavedSession>()
  const state = { broken: false, written: 0 }
  const write = async (
    upload: SavedSession["upload"],
    journal: SavedSession["journal"],
    follows: number | undefined
  ) => {
    if (state.broken) throw new Error("no space left")
    const there = rows.get(upload.id)?.upload
    if (there !== undefined && follows !== undefined && revisionOf(there) !== follows) return false
    rows.set(upload.id, { upload, journal })
    state.written++
    return true
  }
  const backing: SessionBacking = {
    save: (upload, follows) => write(upload, [], follows),
    update: (upload, follows) => write(upload, rows.get(upload.id)?.journal ?? [], follows),
    append: async (key, parts) => {
      const row = rows.get(key)
      if (row !== undefined) rows.set(key, { ...row, journal: [...row.journal, ...parts] })
    },
    load: async (key) => rows.get(key),
    markAborting: async () => true,
    forget: async (key) => rows.delete(key),
    all: async () => [...rows.values()].map(({ upload }) => upload),
    claim: () => Effect.succeed(true)
  }
  return { backing, rows, state }
}

describe("sessions over a backing", () => {
  it.scopedLive("are given back with all parts written down", () =>
    Effect.gen(function*() {
      const { backing, rows } = breakable()
      const sessions = yield* BackedSessions.make(backing)
      const claimed = yield* Scope.make()
      yield* Scope.extend(sessions.claim(id), claimed)
      yield* sessions.save(at(1))
      yield* sessions.record(id, part(1))
      assert.deepStrictEqual(rows.get(id)?.journal, [])
      yield* Scope.close(claimed, Exit.void)
      assert.deepStrictEqual(rows.get(id)?.journal, [part(1)])
    }))

  it.scopedLive("are this client's after a write that failed too: the next one follows what is there", () =>
    Effect.gen(function*() {
      const { backing, rows, state } = breakable()
      const sessions = yield* BackedSessions.make(backing)
      assert.isTrue(yield* sessions.save(at(1)))
      state.broken = true
      assert.isTrue(yield* sessions.update(at(2), 1))
      assert.isTrue(yield* sessions.update(at(3), 2))
      assert.deepStrictEqual(rows.get(id)?.upload, at(1))
      state.broken = false
      assert.isTrue(yield* sessions.update(at(4), 3))
      assert.deepStrictEqual(rows.get(id)?.upload, at(4))
      assert.isFalse(yield* sessions.update(at(9), 3))
      assert.deepStrictEqual(Option.getOrUndefined(Option.map(yield* sessions.load(id), ({ upload }) => upload)), at(4))
    }).pipe(Effect.provide(Logger.minimumLogLevel(LogLevel.Error))))

  it.scopedLive("that somebody else has written are theirs, also when a write of this client failed before", () =>
    Effect.gen(function*() {
      const { backing, rows, state } = breakable()
      const sessions = yield* BackedSessions.make(backing)
      yield* sessions.save(at(1))
      state.broken = true
      assert.isTrue(yield* sessions.update(at(2), 1))
      state.broken = false
      assert.deepStrictEqual(Option.getOrUndefined(Option.map(yield* sessions.load(id), ({ upload }) => upload)), at(2))
      rows.set(id, { upload: at(7), journal: [part(7)] })
      assert.isFalse(yield* sessions.update(at(8), 2))
      assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(id)), { upload: at(7), journal: [part(7)] })
      assert.isTrue(yield* sessions.update(at(8), 7))
      assert.deepStrictEqual(rows.get(id)?.upload, at(8))
    }).pipe(Effect.provide(Logger.minimumLogLevel(LogLevel.Error))))
})
