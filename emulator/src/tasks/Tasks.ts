/**
 * Background tasks of the service.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { newId } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"

/**
 * A task, which is under way until `endsAt` (epoch milliseconds). What it was about is done when it begins.
 */
export const Task = Schema.Struct({
  taskId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  endsAt: Schema.Number,
  error: Schema.optional(Schema.Struct({ code: Schema.String, message: Schema.String }))
})

export type Task = typeof Task.Type

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({ tasks: new Collection("tasks", Task) })

export class Tasks {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly duration: Duration.Duration
  ) {}

  /** A task that ends after a while, badly if there is an error; gives its id. */
  begin(space: SpaceRules, error?: Task["error"]): Effect.Effect<string, StateStoreError> {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const task: Task = {
        taskId: newId(),
        spaceId: space.spaceId,
        endsAt: now + Duration.toMillis(this.duration),
        ...error === undefined ? {} : { error }
      }
      return Effect.as(this.database.commit([this.rows.tasks.put(task.taskId, task)]), task.taskId)
    })
  }

  /** The task as it is now, in the wire's words for its state. */
  get(space: SpaceRules, taskId: string): Effect.Effect<
    Task & { readonly status: "STARTED" | "SUCCESS" | "FAILED" },
    Refusal
  > {
    return Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const task = this.rows.tasks.get(taskId)
      if (task === undefined || task.spaceId !== space.spaceId) {
        return new Refusal({ code: "NotFound.Task", status: 404, message: `no task ${taskId}` })
      }
      const ended = task.error === undefined ? "SUCCESS" as const : "FAILED" as const
      return Effect.succeed({ ...task, status: now < task.endsAt ? "STARTED" as const : ended })
    })
  }
}
