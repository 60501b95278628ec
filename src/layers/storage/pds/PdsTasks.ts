/**
 * Background tasks of pds, asked for and followed to their end.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type { AsyncTask } from "../../../domain/AsyncTask.js"
import { failureOf, fromWire } from "../../../domain/AsyncTask.js"
import { TaskFailed } from "../../../domain/errors/TransferErrors.js"
import type { FileFailure, RemoveFailure, StartedTask, StorageProvider } from "../../../services/StorageProvider.js"
import { startedTaskOf, TaskStarted } from "../product/ProductTasks.js"
import type { PdsClient } from "./PdsClient.js"
import { reading } from "./PdsErrors.js"

const text = Schema.optional(Schema.NullOr(Schema.String))

const address = Schema.optional(
  Schema.NullOr(Schema.String.annotations({ message: () => ({ message: "an address", override: true }) }))
)

/** `status` is the older name of `state`. */
const WireState = Schema.Struct({
  async_task_id: text,
  state: text,
  status: text,
  error_code: text,
  error_message: text,
  url: address,
  archive_file_result: Schema.optional(Schema.NullOr(Schema.Struct({ name: text, url: address })))
})

/**
 * An answer that may name a task: 202 does, 200 and 204 mean that all is done.
 */
export { TaskStarted }

/** 1, 2, 4 and from then on 5 s. */
const growing = Schedule.addDelay(Schedule.forever, (asked) => Duration.seconds(Math.min(2 ** asked, 5)))

const limit = Duration.hours(1)

/** Questions in a row that may go unanswered: the service continues the task all the same. */
const mostUnanswered = 10

export type PdsTasks = StorageProvider["tasks"] & {
  /** Waits for the task that an answer names: it is done, or `TaskFailed`. With `isAsync` the task is handed back instead. */
  readonly ended: (
    answer: typeof TaskStarted.Type,
    options: { readonly isAsync: boolean }
  ) => Effect.Effect<StartedTask, RemoveFailure>
}

/**
 * The tasks of a space.
 */
export const make = (client: PdsClient): PdsTasks => {
  const get = (taskId: string): Effect.Effect<AsyncTask, FileFailure> =>
    client.call({
      operation: "Tasks.get",
      path: "/async_task/get",
      body: () => ({ async_task_id: taskId }),
      response: WireState,
      repeat: "harmless"
    }).pipe(
      reading({ operation: "Tasks.get" }),
      Effect.map((wire) => {
        const task = fromWire(taskId, { ...wire, task_status: wire.state || wire.status || "" })
        const url = wire.archive_file_result?.url || wire.url
        const name = wire.archive_file_result?.name
        return {
          ...task,
          ...(url ? { url: Redacted.make(url) } : {}),
          ...(name ? { name } : {}),
          ...(url && name ? { archiveFileResult: { name, url: Redacted.make(url) } } : {})
        }
      })
    )

  const untilEnd = (taskId: string): Effect.Effect<void, RemoveFailure> =>
    Effect.flatMap(Schedule.driver(growing), (pauses) => {
      const pause = Effect.orDie(pauses.next(undefined))
      const ask = (unanswered: number): Effect.Effect<void, RemoveFailure> =>
        Effect.matchEffect(get(taskId), {
          onFailure: (error) =>
            error.retry === "later" && unanswered < mostUnanswered ? again(unanswered + 1) : Effect.fail(error),
          onSuccess: (task) => {
            const end = task.end
            if (end === undefined) return again(0)
            return end === "succeeded" ? Effect.void : failureOf(task)
          }
        })
      const again = (unanswered: number) => Effect.zipRight(pause, Effect.suspend(() => ask(unanswered)))
      return ask(0)
    })

  const follow = (taskId: string) =>
    Effect.timeoutFail(untilEnd(taskId), {
      duration: limit,
      onTimeout: () =>
        new TaskFailed({ taskId, errorCode: "Timeout", detail: `no end within ${Duration.format(limit)}` })
    })

  return {
    get: Effect.fn("PdsProvider.task")(get),
    pollTask: Effect.fn("PdsProvider.pollTask")(get),
    ended: (answer, { isAsync }) => {
      const started = startedTaskOf(answer)
      return isAsync || started.asyncTaskId === undefined
        ? Effect.succeed(started)
        : Effect.as(follow(started.asyncTaskId), {})
    }
  }
}
