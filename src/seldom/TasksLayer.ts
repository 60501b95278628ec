/**
 * The service of tasks, put together.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { failureOf } from "../domain/AsyncTask.js"
import { endOfTask } from "../domain/endOfTask.js"
import { TaskFailed } from "../domain/errors/TransferErrors.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as Positive from "../domain/Positive.js"
import { Spaces } from "../services/Spaces.js"
import { StorageProviders } from "../services/StorageProviders.js"
import { TaskMemory } from "../services/TaskMemory.js"
import { Tasks } from "../services/Tasks.js"

/** 1, 2, 4, 8 and from then on 10 s. */
const growing = Schedule.modifyDelay(Schedule.exponential("1 second"), (_, delay) => Duration.min(delay, "10 seconds"))

const defaultLimit = Duration.hours(1)

export const make: Effect.Effect<Tasks.Service, never, Spaces | StorageProviders | TaskMemory> = Effect.gen(
  function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    const memory = yield* TaskMemory

    const get: Tasks.Service["get"] = Effect.fn("Tasks.get")(function*(id, options) {
      const taskId = yield* FileIdInput.makeId(id, "taskId")
      const space = yield* spaces.resolve(options)
      const provider = yield* providers.forSpace(space)
      const task = yield* provider.tasks.get(taskId)
      if (endOfTask(task) !== "succeeded") return task
      const archive = yield* memory.recall(space.spaceId, taskId)
      if (archive === undefined) return task
      const url = archive.fileId === undefined
        ? task.url
        : (yield* provider.downloads.address(archive.fileId)).url
      return {
        ...task,
        name: archive.name,
        ...(url === undefined ? {} : { url, archiveFileResult: { name: archive.name, url } })
      }
    })

    const poll: Tasks.Service["poll"] = (taskId, options) =>
      Stream.unwrap(
        Effect.map(spaces.resolve(options), ({ spaceId }) =>
          Stream.repeatEffectWithSchedule(get(taskId, { spaceId }), growing).pipe(
            Stream.takeUntil((task) =>
              endOfTask(task) !== undefined
            )
          ))
      )

    const wait: Tasks.Service["wait"] = Effect.fn("Tasks.wait")(function*(taskId, options) {
      const limit = yield* Positive.duration("limit", options?.limit ?? defaultLimit)
      const last = yield* Stream.runLast(poll(taskId, options)).pipe(
        Effect.timeoutFail({
          duration: limit,
          onTimeout: () =>
            new TaskFailed({ taskId, errorCode: "Timeout", detail: `no end within ${Duration.format(limit)}` })
        })
      )
      // The stream ends with a task or with an error.
      const task = yield* Effect.orDie(last)
      return endOfTask(task) === "succeeded" ? task : yield* failureOf(task)
    })

    return { get, poll, wait }
  }
)

export const layer: Layer.Layer<Tasks, never, Spaces | StorageProviders | TaskMemory> = Layer.effect(Tasks, make)
