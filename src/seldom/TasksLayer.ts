/**
 * The service of tasks, put together.
 */
import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { type AsyncTask, failureOf } from "../domain/AsyncTask.js"
import { TaskFailed } from "../domain/errors/TransferErrors.js"
import * as FileIdInput from "../domain/FileIdInput.js"
import * as Positive from "../domain/Positive.js"
import type { DownloadError } from "../services/Downloads.js"
import { layerOf } from "../services/inOrder.js"
import { Spaces } from "../services/Spaces.js"
import { StorageProviders } from "../services/StorageProviders.js"
import { TaskMemory } from "../services/TaskMemory.js"
import { Tasks } from "../services/Tasks.js"

/** 1, 2, 4, 8 and from then on 10 s. */
const growing = Schedule.addDelay(Schedule.forever, (asked) => Duration.seconds(Math.min(2 ** asked, 10)))

/** Questions in a row that may go unanswered: the service continues the task all the same. */
const mostUnanswered = 10

const defaultLimit = Duration.hours(1)

/**
 * The code of a task that has not ended in time.
 */
export const timeoutCode = "Timeout"

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
      if (task.end !== "succeeded") return task
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
        Effect.zipWith(spaces.resolve(options), Schedule.driver(growing), ({ spaceId }, pauses) => {
          const pause = Effect.orDie(pauses.next(undefined))
          const askUnanswered = (times: number): Effect.Effect<AsyncTask, DownloadError> =>
            Effect.catchIf(
              get(taskId, { spaceId }),
              ({ retry }) => retry === "later" && times < mostUnanswered,
              () => Effect.zipRight(pause, askUnanswered(times + 1))
            )
          const ask = askUnanswered(0)
          // Functions of streams that take a schedule would be in what a page loads at once.
          return Stream.paginateChunkEffect(ask, (asked) =>
            Effect.map(asked, (task) => [
              Chunk.of(task),
              task.end === undefined ? Option.some(Effect.zipRight(pause, ask)) : Option.none()
            ]))
        })
      )

    const wait: Tasks.Service["wait"] = Effect.fn("Tasks.wait")(function*(taskId, options) {
      const limit = yield* Positive.duration("limit", options?.limit ?? defaultLimit)
      const tasks = yield* Stream.runCollect(poll(taskId, options)).pipe(
        Effect.timeoutFail({
          duration: limit,
          onTimeout: () =>
            new TaskFailed({ taskId, errorCode: timeoutCode, detail: `no end within ${Duration.format(limit)}` })
        })
      )
      // The stream ends with a task or with an error.
      const task = yield* Effect.orDie(Chunk.last(tasks))
      return task.end === "succeeded" ? task : yield* failureOf(task)
    })

    return { get, poll, wait }
  }
)

export const layer: Layer.Layer<Tasks, never, Spaces | StorageProviders | TaskMemory> = layerOf(Tasks, make)
