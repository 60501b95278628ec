/** What a crash between the writing of a session and its renaming leaves in the directory. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Layer, Logger, TestClock } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { UploadId } from "../../../src/domain/Ids.js"
import { replaceFile } from "../../../src/layers/node/saved/replaceFile.js"
import { sweepUnfinished } from "../../../src/layers/node/saved/replaceFile.js"
import * as UploadSessionsDirectory from "../../../src/layers/node/UploadSessionsDirectory.js"
import { UploadSessions } from "../../../src/services/UploadSessions.js"
import { savedUpload } from "../../layers/node/SavedUploads.js"

const minute = 60_000

const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "unfinished-"))),
  (directory) => Effect.sync(() => fs.rmSync(directory, { recursive: true, force: true }))
)

/** The program ends when the new text is on the disk under another name; the one before stays. */
const crashWriting = (directory: string, id: string) =>
  Effect.async<string>((resume) => {
    const before = new Set(fs.readdirSync(directory))
    const neverAllowed = () =>
      new Promise<boolean>(() => {
        const left = fs.readdirSync(directory).find((name) => !before.has(name))
        resume(left === undefined ? Effect.dieMessage("nothing was written") : Effect.succeed(left))
      })
    void replaceFile(path.join(directory, `${id}.json`), "{}", neverAllowed)
  })

const age = (directory: string, name: string, minutes: number) =>
  Effect.map(Effect.clock, (clock) => {
    const time = (clock.unsafeCurrentTimeMillis() - minutes * minute) / 1000
    fs.utimesSync(path.join(directory, name), time, time)
  })

describe("a directory of sessions", () => {
  it.scoped("is cleared of what crashed programs left half written, and of nothing else", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_800_000_000_000)
      const directory = yield* folder
      const layer = UploadSessionsDirectory.layer({ directory })
      const sessions = Context.get(yield* Layer.build(layer), UploadSessions)
      yield* sessions.save(savedUpload("crashed"))
      yield* sessions.claim(UploadId.make("driven"))
      const [old, young, driven] = [
        yield* crashWriting(directory, "crashed"),
        yield* crashWriting(directory, "young"),
        yield* crashWriting(directory, "driven")
      ]
      fs.writeFileSync(path.join(directory, "of-somebody-else.new"), "")
      const kept = fs.readdirSync(directory).filter((name) => name !== old)
      yield* age(directory, old, 61)
      yield* age(directory, young, 59)
      yield* age(directory, driven, 61)
      yield* age(directory, "of-somebody-else.new", 61)
      yield* age(directory, "driven.lock", 0)

      yield* sweepUnfinished(directory)
      assert.deepStrictEqual(fs.readdirSync(directory), kept)
      assert.deepStrictEqual(yield* sessions.all, [savedUpload("crashed")])
    }))

  it.scopedLive("is cleared when the next program opens it", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const left = yield* crashWriting(directory, "crashed")
      yield* age(directory, left, 61)
      const gone = yield* Deferred.make<void>()
      const look = () => {
        if (fs.readdirSync(directory).length === 0) Deferred.unsafeDone(gone, Effect.void)
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => fs.watch(directory, look)),
        (watcher) => Effect.sync(() => watcher.close())
      )
      yield* Layer.build(UploadSessionsDirectory.layer({ directory }))
      yield* Deferred.await(gone)
      assert.deepStrictEqual(fs.readdirSync(directory), [])
    }))

  it.scoped("that is not there yet is no matter", () =>
    Effect.gen(function*() {
      const directory = path.join(yield* folder, "later")
      yield* sweepUnfinished(directory)
      assert.isFalse(fs.existsSync(directory))
    }))

  it.scoped("that cannot be there is left to the first write to speak of", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "a-file")
      fs.writeFileSync(file, "")
      const warnings: Array<unknown> = []
      const logger = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => warnings.push(message)))
      yield* Effect.provide(sweepUnfinished(path.join(file, "below")), logger)
      assert.deepStrictEqual(warnings, [])
    }))
})
