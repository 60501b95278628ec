import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, TestClock } from "effect"
import { randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FileId, SpaceId } from "../../../src/domain/Ids.js"
import * as TaskMemoryDirectory from "../../../src/layers/node/TaskMemoryDirectory.js"
import { TaskMemory } from "../../../src/services/TaskMemory.js"

const task = { spaceId: SpaceId.make("s/1"), taskId: "t ".repeat(200), fileId: FileId.make("f"), name: "a.zip" }

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "task-memory-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** Each call is a process of its own. */
const inDirectory = (directory: string) => ({
  remember: (one: typeof task) =>
    Effect.flatMap(TaskMemory, (memory) => memory.remember(one)).pipe(
      Effect.provide(TaskMemoryDirectory.layer({ directory }))
    ),
  recall: (spaceId: string, taskId: string) =>
    Effect.flatMap(TaskMemory, (memory) => memory.recall(SpaceId.make(spaceId), taskId)).pipe(
      Effect.provide(TaskMemoryDirectory.layer({ directory }))
    )
})

const withLog = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => void lines.push(message))
    const value = yield* Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger))
    return { value, lines }
  })

describe("TaskMemoryDirectory", () => {
  it.scoped("another process knows the task; another space does not, and nothing is a secret", () =>
    Effect.gen(function*() {
      const directory = join(yield* folder, "made when needed")
      const memory = inDirectory(directory)
      assert.isUndefined(yield* memory.recall(task.spaceId, task.taskId))
      yield* memory.remember(task)
      assert.deepStrictEqual(yield* memory.recall(task.spaceId, task.taskId), task)
      assert.isUndefined(yield* memory.recall("s2", task.taskId))
      const [name = "", ...others] = readdirSync(directory)
      assert.deepStrictEqual(others, [])
      assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o600)
      const written = JSON.parse(readFileSync(join(directory, name), "utf8"))
      assert.deepStrictEqual(Object.keys(written).sort(), ["fileId", "name", "savedAt", "spaceId", "taskId"])
    }))

  it.scoped("half a file and a foreign one are not believed", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const memory = inDirectory(directory)
      yield* memory.remember(task)
      const [name = ""] = readdirSync(directory)
      const path = join(directory, name)
      writeFileSync(path, readFileSync(path, "utf8").slice(0, 20))
      assert.isUndefined(yield* memory.recall(task.spaceId, task.taskId))
      writeFileSync(path, JSON.stringify({ ...task, taskId: "another", savedAt: 0 }))
      assert.isUndefined(yield* memory.recall(task.spaceId, task.taskId))
    }))

  it.scoped("tasks of more than 30 days go", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const memory = inDirectory(directory)
      yield* memory.remember({ ...task, taskId: "old" })
      yield* memory.remember({ ...task, taskId: "young" })
      const day = 86_400
      const [first = "", second = ""] = readdirSync(directory)
      utimesSync(join(directory, first), 0, 0)
      utimesSync(join(directory, second), 2 * day, 2 * day)
      yield* TestClock.adjust("31 days")
      yield* memory.remember({ ...task, taskId: "new" })
      assert.notInclude(readdirSync(directory), first)
      assert.lengthOf(readdirSync(directory), 2)
    }))

  it.scoped("what others have put there stays, however old", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const theirs = ["thesis.txt", "settings.json", `${"a".repeat(64)}.json.bak`]
      for (const name of theirs) {
        writeFileSync(join(directory, name), "theirs")
        utimesSync(join(directory, name), 0, 0)
      }
      const halfWritten = `${"a".repeat(64)}.json.${randomUUID()}.new`
      writeFileSync(join(directory, halfWritten), "")
      utimesSync(join(directory, halfWritten), 0, 0)
      yield* TestClock.adjust("31 days")
      yield* inDirectory(directory).remember(task)
      const names = readdirSync(directory)
      assert.includeMembers(names, theirs)
      assert.notInclude(names, halfWritten)
    }))

  it.scoped("a directory that cannot be used is logged, and this process continues", () =>
    Effect.gen(function*() {
      const parent = yield* folder
      const directory = join(parent, "a file")
      writeFileSync(directory, "")
      chmodSync(directory, 0o600)
      const { lines, value } = yield* withLog(
        Effect.flatMap(TaskMemory, (memory) =>
          Effect.zipRight(memory.remember(task), memory.recall(task.spaceId, task.taskId))).pipe(
            Effect.provide(TaskMemoryDirectory.layer({ directory }))
          )
      )
      assert.deepStrictEqual(value, task)
      assert.lengthOf(lines, 1)
      const unread = yield* withLog(inDirectory(directory).recall(task.spaceId, task.taskId))
      assert.isUndefined(unread.value)
      assert.lengthOf(unread.lines, 1)
    }))
})
