import { assert, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Logger, Option, Scope, TestClock } from "effect"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import * as os from "node:os"
import * as path from "node:path"
import { UploadId } from "../../../src/domain/Ids.js"
import * as UploadSessionsDirectory from "../../../src/layers/node/UploadSessionsDirectory.js"
import type { StoredPart } from "../../../src/services/PartStore.js"
import { UploadSessions } from "../../../src/services/UploadSessions.js"
import { savedUpload } from "./SavedUploads.js"

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "sessions-"))),
  (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
)

/** What a process does with the directory, from its start to its end. */
const inProcess = <A, E>(
  directory: string,
  use: (sessions: UploadSessions["Type"]) => Effect.Effect<A, E, Scope.Scope>
) =>
  Effect.flatMap(UploadSessions, use).pipe(
    Effect.scoped,
    Effect.provide(UploadSessionsDirectory.layer({ directory }))
  )

const id = UploadId.make("../odd id/1")
const upload = savedUpload("../odd id/1")
const part = (number: number): StoredPart => ({ number, size: 5_242_880, etag: `etag-${number}` })

/** How many files were being read together, from now until the test ends. */
const mostReadAtOnce = Effect.acquireRelease(
  Effect.sync(() => {
    const { readFile } = fs.promises
    let now = 0
    let most = 0
    const spy = vi.spyOn(fs.promises, "readFile").mockImplementation((...call) => {
      most = Math.max(most, ++now)
      return readFile(...call).finally(() => now--)
    })
    syncBuiltinESMExports()
    return { most: () => most, spy }
  }),
  ({ spy }) =>
    Effect.sync(() => {
      spy.mockRestore()
      syncBuiltinESMExports()
    })
).pipe(Effect.map(({ most }) => most))

describe("UploadSessionsDirectory", () => {
  it.scopedLive("another process finds what was saved, with every part that was recorded", () =>
    Effect.gen(function*() {
      const directory = path.join(yield* folder, "made/on/first/use")
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          assert.isFalse(fs.existsSync(directory))
          yield* sessions.save(upload)
          yield* Effect.forEach([3, 1, 2], (number) => sessions.record(id, part(number)))
          assert.isTrue(yield* sessions.healthy)
        }))
      const found = yield* inProcess(directory, (sessions) => Effect.all([sessions.load(id), sessions.all]))
      assert.deepStrictEqual(found, [
        Option.some({ upload, journal: [part(3), part(1), part(2)] }),
        [upload]
      ])
      assert.deepStrictEqual(fs.readdirSync(path.dirname(directory)), ["use"])
    }))

  it.scopedLive("parts are written in batches, and read back before they are", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* sessions.record(id, part(1))
          yield* sessions.record(id, part(2))
          const written = () => fs.readdirSync(directory).filter((name) => name.endsWith(".journal")).length
          assert.strictEqual(written(), 0)
          const loaded = yield* sessions.load(id)
          assert.deepStrictEqual(Option.getOrUndefined(Option.map(loaded, (session) => session.journal)), [
            part(1),
            part(2)
          ])
          assert.strictEqual(written(), 1)
        }))
    }))

  it.scoped("a batch is written after half a second", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* sessions.record(id, part(1))
          yield* TestClock.adjust("500 millis")
          yield* Effect.promise(async () => {
            const journal = () => fs.readdirSync(directory).find((name) => name.endsWith(".journal"))
            while (journal() === undefined) await new Promise((resolve) => setImmediate(resolve))
          })
        }))
    }))

  it.scopedLive("saving again empties the journal; forget leaves nothing; markAborting stays", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* sessions.record(id, part(1))
          yield* sessions.save({ ...upload, uploadId: "multipart-2" })
          yield* sessions.record(id, part(9))
          yield* sessions.markAborting(id)
        }))
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          const expected = { ...upload, uploadId: "multipart-2", aborting: true }
          assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(id)), {
            upload: expected,
            journal: [part(9)]
          })
          yield* sessions.forget(id)
          assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(id)), undefined)
        }))
      assert.deepStrictEqual(fs.readdirSync(directory), [])
    }))

  it.scopedLive("an update keeps the journal; states of hashes and handles are not for a directory", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const hash = { position: 67_108_864, state: new Uint8Array(4), preHash: "ABC" }
      const digests = { preHash: "ABC", contentHash: "DEF", contentHashName: "sha1" } as const
      const early = savedUpload("../odd id/1", { ticket: undefined, uploadId: undefined, partSize: undefined, digests })
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save({ ...early, hash })
          yield* sessions.save(upload)
          yield* sessions.record(id, part(1))
          yield* sessions.update({ ...upload, beginLostAt: 5, savedAt: 7 })
          yield* sessions.record(id, part(2))
        }))
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          const expected = { ...upload, beginLostAt: 5, savedAt: 7 }
          assert.deepStrictEqual(
            yield* sessions.load(id),
            Option.some({ upload: expected, journal: [part(1), part(2)] })
          )
          yield* sessions.save({ ...early, hash })
        }))
      const [found] = yield* inProcess(directory, (sessions) => sessions.all)
      assert.deepStrictEqual({ ...early, ...found }, early)
    }))

  it.scopedLive("fields that a later version adds survive, values that were undefined too", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const bare = savedUpload("bare", { wsid: undefined, preHash: undefined })
      const richer = { ...savedUpload("richer"), path: "/home/me/film.mp4", tomorrow: { more: 1 } }
      yield* inProcess(directory, (sessions) => Effect.all([sessions.save(bare), sessions.save(richer)]))
      const all = yield* inProcess(directory, (sessions) => sessions.all)
      const byId = new Map(all.map((saved) => [saved.id as string, saved]))
      assert.deepStrictEqual(byId.get("richer"), richer)
      assert.deepStrictEqual({ ...bare, ...byId.get("bare") }, bare)
    }))

  it.scopedLive("a cut last line and a broken file are not believed, the rest is", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* Effect.forEach([1, 2], (number) => sessions.record(id, part(number)))
        }))
      const journal = fs.readdirSync(directory).find((name) => name.endsWith(".journal")) ?? ""
      fs.appendFileSync(path.join(directory, journal), "{\"number\":3,\"size\":52")
      fs.writeFileSync(path.join(directory, "broken.json"), "{\"id\":\"bro")
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          const loaded = yield* sessions.load(id)
          assert.deepStrictEqual(Option.getOrUndefined(Option.map(loaded, (session) => session.journal)), [
            part(1),
            part(2)
          ])
          assert.deepStrictEqual(yield* sessions.all, [upload])
          assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(UploadId.make("broken"))), undefined)
          assert.isTrue(yield* sessions.healthy)
        }))
    }))

  it.scopedLive("one upload has one driver at a time", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const scope = yield* Scope.make()
      const claim = Effect.flatMap(UploadSessions, (sessions) => sessions.claim(id))
      const process = Effect.provide(UploadSessionsDirectory.layer({ directory }))
      const first = yield* Layer.buildWithScope(UploadSessionsDirectory.layer({ directory }), scope)
      assert.isTrue(yield* claim.pipe(Scope.extend(scope), Effect.provide(first)))
      assert.isFalse(yield* claim.pipe(Effect.scoped, process))
      assert.isFalse(yield* claim.pipe(Effect.scoped, Effect.provide(first)))
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(yield* claim.pipe(Effect.scoped, process))
      assert.deepStrictEqual(fs.readdirSync(directory), [])
    }))

  it.scopedLive("the lock of a dead process is taken over, by one of many; a silent one's too", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const lock = path.join(directory, `${encodeURIComponent(id)}.lock`)
      const dead = spawnSync(process.execPath, ["-e", ""]).pid
      // All hold what they got until the last one has asked.
      const claims = Effect.gen(function*() {
        const everyone = yield* Deferred.make<void>()
        let asked = 0
        const claim = (sessions: UploadSessions["Type"]) =>
          Effect.tap(sessions.claim(id), () => {
            asked++
            return asked === 8 ? Deferred.succeed(everyone, undefined) : Deferred.await(everyone)
          })
        return yield* Effect.forEach(Array.from({ length: 8 }), () => inProcess(directory, claim), {
          concurrency: "unbounded"
        })
      })
      const owner = (pid: number) => JSON.stringify({ pid, host: os.hostname(), token: "other" })
      fs.writeFileSync(lock, owner(dead))
      assert.strictEqual((yield* claims).filter((mine) => mine).length, 1)
      fs.writeFileSync(lock, owner(process.pid))
      assert.strictEqual((yield* claims).filter((mine) => mine).length, 0)
      fs.utimesSync(lock, 1, 1)
      assert.strictEqual((yield* claims).filter((mine) => mine).length, 1)
      assert.deepStrictEqual(fs.readdirSync(directory), [])
    }))

  it.scopedLive("a directory that cannot be made stops nothing: logged once, in memory from then on", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "a-file")
      fs.writeFileSync(file, "")
      const warnings: Array<unknown> = []
      const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => warnings.push(message)))
      yield* inProcess(path.join(file, "below"), (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* sessions.record(id, part(1))
          assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(id)), { upload, journal: [part(1)] })
          yield* sessions.markAborting(id)
          assert.deepStrictEqual(yield* sessions.all, [{ ...upload, aborting: true }])
          assert.isFalse(yield* sessions.healthy)
          assert.strictEqual(warnings.length, 1)
          assert.isTrue(yield* sessions.claim(id))
          yield* sessions.forget(id)
          assert.deepStrictEqual(Option.getOrUndefined(yield* sessions.load(id)), undefined)
        })).pipe(Effect.provide(logger))
    }))

  it.scopedLive("a directory that somebody removes meanwhile is made again", () =>
    Effect.gen(function*() {
      const directory = path.join(yield* folder, "sessions")
      const other = savedUpload("other")
      const removed = Effect.sync(() => fs.rmSync(directory, { recursive: true }))
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          yield* removed
          assert.isTrue(yield* sessions.update({ ...upload, savedAt: upload.savedAt + 1 }, upload.savedAt))
          yield* removed
          assert.deepStrictEqual(yield* sessions.all, [])
          yield* removed
          assert.isTrue(yield* Effect.scoped(sessions.claim(other.id)))
          assert.deepStrictEqual(fs.readdirSync(directory), [])
          yield* removed
          yield* sessions.record(id, part(1))
          yield* sessions.save(other)
          assert.isTrue(yield* sessions.healthy)
        }))
      assert.deepStrictEqual(yield* inProcess(directory, (sessions) => sessions.all), [other])
    }))

  it.scopedLive("a file that cannot be read is logged once, and hides no other upload", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const warnings: Array<unknown> = []
      const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => warnings.push(message)))
      fs.mkdirSync(path.join(directory, "a folder.json"))
      yield* inProcess(directory, (sessions) =>
        Effect.gen(function*() {
          yield* sessions.save(upload)
          assert.deepStrictEqual(yield* sessions.all, [upload])
          assert.deepStrictEqual(yield* sessions.all, [upload])
          assert.isTrue(yield* sessions.healthy)
        })).pipe(Effect.provide(logger))
      assert.strictEqual(warnings.length, 1)
      assert.include(String(warnings[0]), "a saved upload cannot be read")
    }))

  it.scopedLive("many uploads are read a few at a time: a program may have few files open", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const ids = Array.from({ length: 100 }, (_, number) => `upload-${number}`)
      for (const one of ids) fs.writeFileSync(path.join(directory, `${one}.json`), JSON.stringify(savedUpload(one)))
      const most = yield* mostReadAtOnce
      const all = yield* inProcess(directory, (sessions) => sessions.all)
      assert.sameMembers(all.map((saved) => String(saved.id)), ids)
      assert.isAtMost(most(), 16)
    }))

  it.scopedLive("a full disk leaves no empty lock, which would keep the upload from its next run", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const { writeFile } = fs.promises
      const spy = vi.spyOn(fs.promises, "writeFile").mockImplementationOnce(async (file, _, options) => {
        await writeFile(file, "", options)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" })
      })
      syncBuiltinESMExports()
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          spy.mockRestore()
          syncBuiltinESMExports()
        })
      )
      const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
      assert.isTrue(yield* inProcess(directory, (sessions) => sessions.claim(id)).pipe(Effect.provide(quiet)))
      assert.strictEqual(spy.mock.calls.length, 1)
      assert.deepStrictEqual(fs.readdirSync(directory), [])
    }))
})
