import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted, Stream, TestClock } from "effect"
import { createTestDrive, TestDrive } from "effect-drive/testing"
import { inspect } from "node:util"
import type { ArchiveTask } from "../../../src/domain/AsyncTask.js"
import { fromWire } from "../../../src/domain/AsyncTask.js"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import { FileId, SpaceId } from "../../../src/domain/Ids.js"
import * as TaskMemoryMemory from "../../../src/layers/saved/TaskMemoryMemory.js"
import { layer as tasksLayer } from "../../../src/seldom/TasksLayer.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { Files } from "../../../src/services/Files.js"
import { RecycleBin } from "../../../src/services/RecycleBin.js"
import { Session } from "../../../src/services/Session.js"
import type { StorageProvider } from "../../../src/services/StorageProvider.js"
import { TaskMemory } from "../../../src/services/TaskMemory.js"
import { Tasks } from "../../../src/services/Tasks.js"
import { Uploads } from "../../../src/services/Uploads.js"
import { providerOf, spacesWith } from "../../services/files/fakeProvider.js"
import { unzip } from "./unzip.js"

/** In place of a status: no answer. */
const lost = "lost"

const run = <A, E>(
  own: { readonly statuses: ReadonlyArray<string>; readonly errorCode?: string; readonly remembered?: ArchiveTask },
  effect: (asked: ReadonlyArray<number>) => Effect.Effect<A, E, Tasks>
) => {
  const asked: Array<number> = []
  const tasks: Partial<StorageProvider["tasks"]> = {
    get: (taskId) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        asked.push(now / 1000)
        const status = own.statuses[Math.min(asked.length, own.statuses.length) - 1] ?? ""
        return status === lost
          ? new TransportError({ reason: "Network", method: "GET", path: "task" })
          : Effect.succeed(fromWire(taskId, { task_status: status, error_code: own.errorCode }))
      })
  }
  const address: StorageProvider["downloads"]["address"] = (fileId) =>
    Effect.succeed({
      url: Redacted.make(`https://x.example/${fileId}`),
      headers: {},
      credentialVersion: 0,
      expiresAt: 0
    })
  const memory = Layer.tap(
    TaskMemoryMemory.layerOver(new Map()),
    (context) =>
      Effect.flatMap(
        Effect.provide(TaskMemory, context),
        (known) => own.remembered === undefined ? Effect.void : known.remember(own.remembered)
      )
  )
  const layer = tasksLayer.pipe(
    Layer.provide(spacesWith(providerOf({ tasks, downloads: { address } }))),
    Layer.provide(memory)
  )
  return Effect.provide(effect(asked), layer)
}

const waited = Effect.flatMap(Tasks, (tasks) => tasks.wait("t"))

describe("Tasks", () => {
  it.effect("are polled after 1, 2, 4, 8 and from then on 10 s, until their end", () =>
    run(
      { statuses: ["STARTED", "?", "PENDING", "STARTED", "STARTED", "STARTED", "SUCCESS", "STARTED"] },
      (asked) =>
        Effect.gen(function*() {
          const polled = yield* Effect.fork(
            Stream.runCollect(Stream.unwrap(Effect.map(Tasks, (tasks) => tasks.poll("t"))))
          )
          yield* TestClock.adjust("5 minutes")
          const states = [...yield* Fiber.join(polled)].map(({ consumedProcess, state }) => [state, consumedProcess])
          assert.deepStrictEqual(asked, [0, 1, 3, 7, 15, 25, 35])
          assert.deepStrictEqual(states.map(([state]) => state), [
            "Running",
            "?",
            "PENDING",
            "Running",
            "Running",
            "Running",
            "Succeed"
          ])
          assert.deepStrictEqual(states.map(([, consumed]) => consumed), [0, 0, 0, 0, 0, 0, 100])
        })
    ))

  for (const status of ["Failed", "FAIL", "FAILED", "ERROR", "CANCELLED", "PartialSucceed"]) {
    it.effect(`${status} ends a wait badly`, () =>
      run({ statuses: [status] }, () =>
        Effect.gen(function*() {
          assert.deepInclude(yield* Effect.flip(waited), { _tag: "TaskFailed", taskId: "t", detail: status })
        })))
  }

  it.effect("a wait outlasts ten questions in a row that nobody answers, and no more", () => {
    const silence = new Array<string>(10).fill(lost)
    return run({ statuses: [...silence, "STARTED", ...silence, "SUCCESS"] }, (asked) =>
      Effect.gen(function*() {
        const good = yield* Effect.fork(waited)
        yield* TestClock.adjust("10 minutes")
        assert.deepInclude(yield* Fiber.join(good), { state: "Succeed" })
        assert.lengthOf(asked, 22)
      })).pipe(
        Effect.zipRight(run({ statuses: [lost] }, (asked) =>
          Effect.gen(function*() {
            const bad = yield* Effect.fork(Effect.flip(waited))
            yield* TestClock.adjust("10 minutes")
            assert.deepInclude(yield* Fiber.join(bad), { _tag: "TransportError", reason: "Network" })
            assert.lengthOf(asked, 11)
          })))
      )
  })

  it.effect("an error code ends a wait badly, whatever the state says", () =>
    run({ statuses: ["STARTED"], errorCode: "E.7" }, () =>
      Effect.gen(function*() {
        assert.deepInclude(yield* Effect.flip(waited), { _tag: "TaskFailed", errorCode: "E.7" })
      })))

  it.effect("a state that nobody knows continues until the limit", () =>
    run({ statuses: ["?"] }, () =>
      Effect.gen(function*() {
        const tasks = yield* Tasks
        const fiber = yield* Effect.fork(Effect.flip(tasks.wait("t", { limit: "1 minute" })))
        yield* TestClock.adjust("59 seconds")
        assert.isTrue((yield* Fiber.poll(fiber))._tag === "None")
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* Fiber.join(fiber), { _tag: "TaskFailed", errorCode: "Timeout" })
      })))

  it.effect("an archive's name and address come with its good end, from what was remembered", () =>
    run({
      statuses: ["STARTED", "SUCCESS"],
      remembered: { spaceId: SpaceId.make("space"), taskId: "t", fileId: FileId.make("z"), name: "all.zip" }
    }, () =>
      Effect.gen(function*() {
        const tasks = yield* Tasks
        assert.isUndefined((yield* tasks.get("t")).url)
        const task = yield* tasks.wait("t")
        assert.strictEqual(task.name, "all.zip")
        assert.strictEqual(task.archiveFileResult?.name, "all.zip")
        assert.strictEqual(task.url === undefined ? "" : Redacted.value(task.url), "https://x.example/z")
        assert.notInclude(inspect(task), "x.example")
      })))

  it.effect("refuses an id or a limit that is none, before any call", () =>
    run({ statuses: [] }, (asked) =>
      Effect.gen(function*() {
        const tasks = yield* Tasks
        for (const id of ["", "..", "\ud800"]) {
          assert.deepInclude(yield* Effect.flip(tasks.get(id)), { _tag: "InvalidInput", field: "taskId" })
        }
        assert.deepInclude(yield* Effect.flip(tasks.wait("t", { limit: 0 })), { _tag: "InvalidInput", field: "limit" })
        assert.deepStrictEqual(asked, [])
      })))
})

describe("archives and batches of a drive", () => {
  it.live("an archive holds the files and folders with their bytes", () =>
    Effect.gen(function*() {
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      const files = yield* Files
      const downloads = yield* Downloads
      const uploads = yield* Uploads
      const put = (text: string, name: string, path?: string) =>
        Effect.flatMap(uploads.start({ source: text, name, path }), (upload) =>
          Effect.map(upload.await, ({ fileId }) => fileId))
      yield* put("one", "ü 🎉.txt", "top/deep")
      yield* put("", "empty.txt", "top")
      yield* files.ensureFolder("top/nothing")
      const b = yield* put("two", "b.txt")
      const top = yield* files.resolve("top")

      const started = yield* downloads.archive({ fileIds: [top, b, top], name: "all.zip", expireSec: 60 })
      const tasks = yield* Tasks
      const task = yield* tasks.wait(started.asyncTaskId)
      assert.strictEqual(task.name, "all.zip")
      assert.isDefined(task.url)
      const chunks = yield* Stream.runCollect(downloads.stream({ fileId: started.fileId ?? "" }))
      assert.deepStrictEqual(unzip(Buffer.concat([...chunks])), [
        ["top/", ""],
        ["top/deep/", ""],
        ["top/empty.txt", ""],
        ["top/nothing/", ""],
        ["top/deep/ü 🎉.txt", "one"],
        ["b.txt", "two"]
      ])
      const listed = yield* files.list()
      assert.deepStrictEqual(
        listed.items.map(({ name }) =>
          name
        ).sort(),
        ["b.txt", "top"]
      )

      const batch = yield* downloads.batch([b, "nothing", b])
      assert.deepStrictEqual(batch.successItems.map(({ name, size }) => [name, size]), [["b.txt", 3]])
      assert.deepStrictEqual(batch.errorItems.map(({ error }) => error._tag), ["FileNotFound"])
    }).pipe(Effect.provide(TestDrive.layer({ taskDuration: "20 millis" }))))

  it.effect("bad input is refused before any call", () =>
    Effect.gen(function*() {
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      const downloads = yield* Downloads
      const field = (call: Effect.Effect<unknown, { readonly _tag: string }>) =>
        Effect.map(Effect.flip(call), (error) => "field" in error ? error.field : error._tag)
      assert.strictEqual(yield* field(downloads.batch([])), "fileIds")
      assert.strictEqual(yield* field(downloads.archive({ fileIds: [], name: "a.zip" })), "fileIds")
      assert.strictEqual(yield* field(downloads.archive({ fileIds: ["a"], name: "a/b" })), "name")
      assert.strictEqual(yield* field(downloads.archive({ fileIds: ["a"], name: "a", expireSec: 0 })), "expireSec")
      assert.strictEqual(yield* field(downloads.archive({ fileIds: ["gone"], name: "a.zip" })), "FileNotFound")
    }).pipe(Effect.provide(TestDrive.layer())))

  it.effect("a task of the recycle bin can be waited for; a task that is not there is refused", () =>
    Effect.gen(function*() {
      yield* (yield* Session).initialise({ accessToken: TestDrive.accessToken })
      const tasks = yield* Tasks
      const { asyncTaskId = "" } = yield* (yield* RecycleBin).clear({ isAsync: true })
      const fiber = yield* Effect.fork(tasks.wait(asyncTaskId))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(fiber)).consumedProcess, 100)
      assert.deepInclude(yield* Effect.flip(tasks.get("nothing")), { _tag: "ApiError", code: "NotFound.Task" })
    }).pipe(Effect.provide(TestDrive.layer())))

  it("has a Promise face whose addresses can be read and do not show in a log", async () => {
    const drive = await createTestDrive({ taskDuration: "20 millis" })
    const { fileId } = await drive.uploads.start({ source: "hello", name: "a.txt" }).done
    const { asyncTaskId } = await drive.downloads.archive({ fileIds: [fileId], name: "all.zip" })
    const states: Array<string> = []
    for await (const task of drive.tasks.poll(asyncTaskId)) states.push(task.state)
    // How often it is asked meanwhile is the machine's affair; the virtual clock above counts it.
    assert.deepStrictEqual([...new Set(states)].filter((state) => state !== "Running"), ["Succeed"])
    const task = await drive.tasks.wait(asyncTaskId, { signal: AbortSignal.timeout(100_000) })
    assert.match(task.href ?? "", /^http.*[?&]X-Amz-Signature=/)
    const batch = await drive.downloads.batch([fileId])
    assert.match(batch.successItems[0]?.href ?? "", /X-Amz-Signature=/)
    for (const log of [inspect(task), JSON.stringify(task), inspect(batch, { depth: 9 })]) {
      assert.notInclude(log, "X-Amz-Signature")
    }
    await drive.dispose()
  })
})
