/** Work that the service does in the background, under the clock of the test. */
import { assert } from "@effect/vitest"
import { Chunk, Clock, Effect, Fiber, TestClock } from "effect"
import type { AsyncTask } from "../../../../src/domain/AsyncTask.js"
import { provider } from "./underTest.js"

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** No pause between two questions about a task is longer; what waits longer waits for the network. */
const longestPause = 5000

/** Lets time pass for whatever takes a short nap, until the effect is done. */
export const napping = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.fork(effect)
  while ((yield* Fiber.poll(fiber))._tag === "None") {
    yield* turn
    const now = yield* Clock.currentTimeMillis
    const naps = Chunk.filter(yield* TestClock.sleeps(), (until) => until > now && until - now <= longestPause)
    if (Chunk.isNonEmpty(naps)) yield* TestClock.setTime(Math.min(...naps))
  }
  return yield* Fiber.join(fiber)
})

const mostQuestions = 100

/** Asks for a task until it has ended. */
export const endedTask = Effect.fnUntraced(function*(
  taskId: string | undefined,
  ask?: (taskId: string) => Effect.Effect<AsyncTask, unknown>
) {
  const { tasks } = yield* provider
  assert.isString(taskId)
  for (let asked = 0; asked < mostQuestions; asked++) {
    const task = yield* (ask ?? tasks.get)(taskId ?? "")
    if (task.end !== undefined) return task
    assert.deepStrictEqual([task.taskId, task.state, task.consumedProcess], [taskId, "Running", 0])
    yield* TestClock.adjust("1 second")
    yield* turn
  }
  return assert.fail(`task ${taskId ?? ""} has no end`)
})

/** Waits for the task that an answer may name, whose end must be a good one. */
export const succeeded = Effect.fnUntraced(function*(taskId: string | undefined) {
  const task = yield* endedTask(taskId)
  assert.deepStrictEqual([task.taskId, task.state, task.consumedProcess], [taskId, "Succeed", 100])
})
