/**
 * The service of tasks, put together.
 */
import * as Chunk from "effect/Chunk"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { AsyncTask } from "../../domain/AsyncTask.js"
import { endOf, failureOf } from "../../domain/AsyncTask.js"
import { TaskFailed } from "../../domain/errors/TransferErrors.js"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as Positive from "../../domain/Positive.js"
import type { DownloadError } from "../Downloads.js"
import { Spaces } from "../Spaces.js"
import { StorageProviders } from "../StorageProviders.js"
import { TaskMemory } from "../TaskMemory.js"
import type { Tasks } from "../Tasks.js"

const firstPause = Duration.seconds(1)

const longestPause = Duration.seconds(10)

const defaultLimit = Duration.hours(1)

/** Undefined is the first question, which is asked at once. */
const pauseAfter = (pause: Duration.Duration | undefined): Duration.Duration =>
  pause === undefined ? firstPause : Duration.min(Duration.times(pause, 2), longestPause)

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
      if (endOf(task) !== "succeeded") return task
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
          Stream.paginateChunkEffect<Duration.Duration | undefined, AsyncTask, DownloadError, never>(
            undefined,
            (pause) =>
              Effect.gen(function*() {
                if (pause !== undefined) {
                  yield* Effect.sleep(pause)
                }
                const task = yield* get(taskId, { spaceId })
                return [
                  Chunk.of(task),
                  endOf(task) === undefined ? Option.some(pauseAfter(pause)) : Option.none()
                ] as const
              })
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
      return endOf(task) === "succeeded" ? task : yield* failureOf(task)
    })

    return { get, poll, wait }
  }
)
