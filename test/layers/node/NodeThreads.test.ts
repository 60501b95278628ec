/** Hashing threads and the process that runs them. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fs from "node:fs"
import { Worker } from "node:worker_threads"
import { vi } from "vitest"
import * as NodeThreads from "../../../src/layers/node/hash/NodeThreads.js"

/** What keeps the process alive: a port for each thread that does. */
const alive = () => process.getActiveResourcesInfo().filter((resource) => resource === "MessagePort").length

const openFile = Effect.acquireRelease(
  Effect.sync(() => fs.openSync(import.meta.filename, "r")),
  (descriptor) => Effect.sync(() => fs.closeSync(descriptor))
)

/** One job of one thread, broken off before it is answered. */
const breakOff = Effect.gen(function*() {
  const descriptor = yield* openFile
  const threads = yield* NodeThreads.make(1)
  const job = { type: "digest", descriptor, start: 0, size: 100, kinds: ["md5"] } as const
  const running = yield* Effect.fork(threads.run(job, () => {}))
  yield* Effect.yieldNow()
  yield* Fiber.interrupt(running)
})

describe("NodeThreads", () => {
  afterEach(() => void vi.restoreAllMocks())

  // A process that nothing keeps alive ends in the middle of waiting.
  it.live("keep the process alive until they have ended, also when a job that was broken off is answered meanwhile", () =>
    Effect.gen(function*() {
      const before = alive()
      const { terminate } = Worker.prototype
      const ending: Array<number> = []
      vi.spyOn(Worker.prototype, "terminate").mockImplementation(function(this: Worker) {
        const ended = terminate.call(this)
        ending.push(alive() - before)
        this.emit("message", { type: "digest", id: 1 })
        ending.push(alive() - before)
        return ended
      })
      yield* Effect.scoped(breakOff)
      assert.deepStrictEqual(ending, [1, 1])
      assert.strictEqual(alive(), before)
    }))
})
