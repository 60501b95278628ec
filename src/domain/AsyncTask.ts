/**
 * Tasks that the service works on in the background (spec points 3 and 4).
 *
 * @since 1.0.7
 */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TaskFailed } from "./errors/TransferErrors.js"
import type { FileId, SpaceId } from "./Ids.js"
import * as ServerText from "./ServerText.js"

/**
 * A task as the service reports it. Empty texts mean none.
 *
 * @since 1.0.7
 * @category schemas
 */
export const WireTask = Schema.Struct({
  task_id: Schema.optional(Schema.NullOr(Schema.String)),
  task_status: Schema.String,
  error_code: Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Number))),
  error_message: Schema.optional(Schema.NullOr(Schema.String))
})

/**
 * The archive that a task made. Its address is a secret.
 *
 * @since 1.0.7
 * @category models
 */
export interface ArchiveFile {
  readonly name: string
  readonly url: Redacted.Redacted<string>
}

/**
 * A task. `taskStatus` is the service's own word, `state` (and `status`, the same) the word shown. `end`: how it has ended, by whichever
 * word the service has for that; `undefined` while it runs. `totalProcess` is 100, `consumedProcess` 0 or 100. `name`, `url` and
 * `archiveFileResult` come with the end of an archive's task.
 *
 * @since 1.0.7
 * @category models
 */
export interface AsyncTask {
  readonly asyncTaskId: string
  readonly taskId: string
  readonly taskStatus: string
  readonly state: string
  readonly status: string
  readonly end: "succeeded" | "failed" | undefined
  readonly totalProcess: 100
  readonly consumedProcess: 0 | 100
  readonly name?: string | undefined
  readonly url?: Redacted.Redacted<string> | undefined
  readonly archiveFileResult?: ArchiveFile | undefined
  readonly errorCode?: string | undefined
  readonly errorMessage?: string | undefined
}

/**
 * What is remembered of an archive's task until it has ended: plain data, no secrets.
 *
 * @since 1.0.7
 * @category models
 */
export interface ArchiveTask {
  readonly spaceId: SpaceId
  readonly taskId: string
  /** Left out where the task itself ends with the archive's address (pds). */
  readonly fileId?: FileId | undefined
  readonly name: string
}

const shown: Readonly<Record<string, string>> = { STARTED: "Running", SUCCESS: "Succeed" }

/**
 * The word shown for the service's own: STARTED is Running, SUCCESS is Succeed, others pass through unchanged.
 *
 * @since 1.0.7
 * @category combinators
 */
export const stateOf = (taskStatus: string): string => shown[taskStatus] ?? taskStatus

/** Those of pds, and of Celery, whose STARTED and SUCCESS the specification names. */
const badEnd = /^(fail(ed|ure)?|error|revoked|cancell?ed|partial.*)$/i

/** Words that are not known count as running. */
const endOf = (state: string, errorCode: string | undefined): AsyncTask["end"] => {
  if (errorCode !== undefined || badEnd.test(state)) return "failed"
  return state === "Succeed" ? "succeeded" : undefined
}

/**
 * The task of an answer. `asked` is the id it was asked for by, which the answer may leave out.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromWire = (asked: string, wire: typeof WireTask.Type): AsyncTask => {
  const taskId = wire.task_id || asked
  const state = stateOf(wire.task_status)
  const code = ServerText.clean(String(wire.error_code || ""))
  const errorCode = code === "" || code === "0" ? undefined : code
  return {
    asyncTaskId: taskId,
    taskId,
    taskStatus: wire.task_status,
    state,
    status: state,
    end: endOf(state, errorCode),
    totalProcess: 100,
    consumedProcess: state === "Succeed" ? 100 : 0,
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(wire.error_message ? { errorMessage: ServerText.clean(wire.error_message) } : {})
  }
}

/**
 * The error of a task that ended badly.
 *
 * @since 1.0.7
 * @category constructors
 */
export const failureOf = (task: AsyncTask): TaskFailed =>
  new TaskFailed({ taskId: task.taskId, errorCode: task.errorCode, detail: task.errorMessage ?? task.state })
