/**
 * Work that the service does in the background: it is really done a while after the answer, and a restart takes it up
 * where it was.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { newId } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { Database } from "../state/Database.js"
import { Collection } from "../state/Database.js"
import type { StateStoreError } from "../state/StateStore.js"

const one = <const Kind extends string>(kind: Kind) =>
  Schema.Struct({ kind: Schema.Literal(kind), fileId: Schema.NonEmptyString })

/**
 * What is to be done. A copy's new id is given out before it is there.
 */
export const Work = Schema.Union(
  one("trash"),
  one("restore"),
  one("delete"),
  Schema.Struct({ kind: Schema.Literal("clear") }),
  // Moves are done at once. Data on a disk may still hold a task of this kind.
  Schema.Struct({
    kind: Schema.Literal("move"),
    fileId: Schema.NonEmptyString,
    toParentFileId: Schema.NonEmptyString,
    name: Schema.NonEmptyString
  }),
  Schema.Struct({
    kind: Schema.Literal("copy"),
    fileId: Schema.NonEmptyString,
    toParentFileId: Schema.NonEmptyString,
    name: Schema.NonEmptyString,
    newFileId: Schema.NonEmptyString
  }),
  Schema.Struct({
    kind: Schema.Literal("archive"),
    fileIds: Schema.Array(Schema.NonEmptyString),
    name: Schema.NonEmptyString,
    expireSec: Schema.optional(Schema.Number)
  })
)

export type Work = typeof Work.Type

/**
 * How it ended: how many of the entries were done and how many not, and the file that came out of it, if any.
 */
export const Outcome = Schema.Struct({
  done: Schema.Number,
  failed: Schema.Number,
  error: Schema.optional(Schema.Struct({ code: Schema.String, message: Schema.String })),
  fileId: Schema.optional(Schema.String)
})

export type Outcome = typeof Outcome.Type

export const DriveTask = Schema.Struct({
  taskId: Schema.NonEmptyString,
  spaceId: Schema.NonEmptyString,
  work: Work,
  total: Schema.Number,
  startedAt: Schema.Number,
  endsAt: Schema.Number,
  finishedAt: Schema.optional(Schema.Number),
  outcome: Schema.optional(Outcome)
})

export type DriveTask = typeof DriveTask.Type

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({ driveTasks: new Collection("driveTasks", DriveTask) })

/**
 * Does the work; fails with nothing but what the state store fails with.
 */
export type Perform = (spaceId: string, work: Work) => Effect.Effect<Outcome, StateStoreError>

export class DriveTasks {
  constructor(
    private readonly rows: ReturnType<typeof makeRows>,
    private readonly database: Database,
    private readonly scope: Scope.Scope,
    private readonly duration: Duration.Duration,
    private readonly perform: Perform
  ) {}

  /**
   * Promises the work and gives the task's id. `total` is how many entries it is about. A task that takes no time is over then.
   */
  begin(space: SpaceRules, work: Work, total: number): Effect.Effect<string, StateStoreError> {
    return Effect.gen(this, function*() {
      const startedAt = yield* Clock.currentTimeMillis
      const task: DriveTask = {
        taskId: newId(),
        spaceId: space.spaceId,
        work,
        total,
        startedAt,
        endsAt: startedAt + Duration.toMillis(this.duration)
      }
      yield* this.database.commit([this.rows.driveTasks.put(task.taskId, task)])
      const finished = yield* Effect.forkIn(this.finish(task), this.scope)
      if (task.endsAt === startedAt) yield* Fiber.await(finished)
      return task.taskId
    })
  }

  find(spaceIds: ReadonlyArray<string>, taskId: string): Effect.Effect<DriveTask, Refusal> {
    return Effect.suspend(() => {
      const task = this.rows.driveTasks.get(taskId)
      return task !== undefined && spaceIds.includes(task.spaceId)
        ? Effect.succeed(task)
        : Effect.fail(
          new Refusal({ code: "NotFound.AsyncTask", status: 404, message: `The task ${taskId} cannot be found.` })
        )
    })
  }

  /** Continues what an earlier run has left. */
  readonly resume: Effect.Effect<void> = Effect.suspend(() =>
    Effect.forEach(
      [...this.rows.driveTasks.rows.values()].filter((task) => task.outcome === undefined),
      (task) => Effect.forkIn(this.finish(task), this.scope),
      { discard: true }
    )
  )

  private finish(task: DriveTask): Effect.Effect<void> {
    return Effect.gen(this, function*() {
      yield* Effect.sleep(Math.max(0, task.endsAt - (yield* Clock.currentTimeMillis)))
      const outcome = yield* this.perform(task.spaceId, task.work)
      const finishedAt = yield* Clock.currentTimeMillis
      yield* this.database.commit([this.rows.driveTasks.put(task.taskId, { ...task, outcome, finishedAt })])
    }).pipe(
      Effect.catchAll((error) => Effect.logError(`a task was left for the next start: ${error.message}`)),
      Effect.interruptible
    )
  }
}
