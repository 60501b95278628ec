/** What breaks without ending a call is logged with the error itself: a plain logger shows nothing of one that is only an argument. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger } from "effect"
import type { Scope } from "effect"
import { DriveEvents, Files, FolderUploads, Session } from "effect-drive"
import { TestDrive } from "effect-drive/testing"
import { total } from "../../emulator/src/pds/RefusalAnswers.js"
import { FileId, SpaceId, Wsid } from "../../src/domain/Ids.js"
import * as BackedTasks from "../../src/layers/saved/BackedTasks.js"
import { forever } from "../../src/services/transfers/TransferLoops.js"

const broken = new Error("what broke")

const breaks = (): never => {
  throw broken
}

/** The lines that a program without a logger of its own prints. */
const linesOf = <E>(program: Effect.Effect<unknown, E, Scope.Scope>) =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.stringLogger, (line) => lines.push(line))
    yield* Effect.provide(Effect.scoped(program), Logger.replace(Logger.defaultLogger, logger))
    return lines
  })

const inTestDrive = Effect.provide(TestDrive.layer())

const spaceId = SpaceId.make("s")

const tasks = BackedTasks.make({ load: () => Promise.reject(broken), save: () => Promise.reject(broken) })

const programs: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Scope.Scope>]> = [
  [
    "a listener of SignedIn threw",
    inTestDrive(Effect.gen(function*() {
      const events = yield* DriveEvents
      yield* events.on(breaks)
      yield* events.publish({ _tag: "SignedIn", wsid: Wsid.make("w") })
    }))
  ],
  [
    "a listener of a folder threw",
    inTestDrive(Effect.gen(function*() {
      yield* Effect.flatMap(Session, (session) => session.initialise({ accessToken: TestDrive.accessToken }))
      const folders = yield* FolderUploads
      const folder = yield* folders.start({ entries: [{ _tag: "Folder", path: "empty" }] })
      folder.subscribe(breaks)
      yield* folder.await
      yield* Effect.flatMap(Files, (files) => files.resolve("empty"))
    }))
  ],
  [
    "the ticker failed",
    Effect.gen(function*() {
      const again = yield* Deferred.make<void>()
      let turns = 0
      const step = Effect.suspend(() => ++turns === 1 ? Effect.die(broken) : Deferred.succeed(again, undefined))
      const loop = yield* forever("the ticker", yield* Effect.scope, Effect.asVoid(step))
      yield* Deferred.await(again)
      yield* Fiber.interrupt(loop)
    })
  ],
  ["an archive's task cannot be saved", tasks.remember({ spaceId, taskId: "t", fileId: FileId.make("f"), name: "n" })],
  ["saved tasks of archives cannot be read", tasks.recall(spaceId, "unknown")],
  ["a handler broke", total(Effect.die(broken))]
]

describe("what broke is in the log", () => {
  for (const [said, program] of programs) {
    it.live(said, () =>
      Effect.gen(function*() {
        const lines = (yield* linesOf(program)).filter((line) => line.includes(said))
        assert.isAbove(lines.length, 0)
        for (const line of lines) assert.include(line, broken.message)
      }))
  }
})
