/**
 * Tasks and archives.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { isAvailable } from "../catalogue/CatalogueEntry.js"
import { treeOf } from "../catalogue/Trees.js"
import { decode, type Handler, invalid, ok, onDrive } from "./DriveCall.js"
import type { DriveContext } from "./DriveContext.js"
import * as DriveRequests from "./DriveRequests.js"
import { domainId, drivesOf } from "./Drives.js"
import type { DriveTask } from "./DriveTasks.js"
import * as FreeNames from "./FreeNames.js"
import * as ObjectAddresses from "./ObjectAddresses.js"

const stateOf = ({ outcome }: DriveTask): "Running" | "Succeed" | "Failed" | "PartialSucceed" => {
  if (outcome === undefined) return "Running"
  if (outcome.error === undefined) return "Succeed"
  return outcome.done > 0 ? "PartialSucceed" : "Failed"
}

const lifetimeOf = ({ work }: DriveTask): Duration.Duration =>
  work.kind === "archive" && work.expireSec !== undefined ? Duration.seconds(work.expireSec) : Duration.minutes(10)

const archiveResult = (context: DriveContext, task: DriveTask) =>
  Effect.gen(function*() {
    const fileId = task.outcome?.fileId
    const entry = fileId === undefined ? undefined : context.catalogue.entry(task.spaceId, fileId)
    const space = context.users.flatMap((user) => user.spaces).find((one) => one.spaceId === task.spaceId)
    if (entry?.content === undefined || space === undefined) return {}
    const url = yield* ObjectAddresses.addressOf(context.addresses, space, entry, { lifetime: lifetimeOf(task) })
    return { url, archive_file_result: { name: entry.name, url, size: entry.content.size } }
  })

const isoTime = (millis: number | undefined): string => millis === undefined ? "" : new Date(millis).toISOString()

const get: Handler = (context, call) =>
  Effect.gen(function*() {
    const { async_task_id } = yield* decode(DriveRequests.GetTask, call.input)
    const drives = drivesOf(context.users, call.token).map((space) => space.spaceId)
    const task = yield* context.tasks.find(drives, async_task_id)
    const { outcome } = task
    const now = yield* Clock.currentTimeMillis
    const done = task.work.kind === "copy" ? outcome?.done ?? 0 : task.total
    return ok({
      async_task_id,
      domain_id: domainId,
      category: "file",
      task_type: task.work.kind,
      state: stateOf(task),
      total_process: task.total,
      consumed_process: outcome === undefined ? 0 : done,
      failed_process: outcome?.failed ?? 0,
      skipped_process: 0,
      error_code: outcome?.error?.code ?? "",
      error_message: outcome?.error?.message ?? "",
      created_at: isoTime(task.startedAt),
      started_at: isoTime(Math.min(now, task.startedAt)),
      finished_at: isoTime(task.finishedAt),
      ...yield* archiveResult(context, task)
    })
  })

const mostFiles = 10_000

const mostBytes = 10 * 1024 ** 3

const archive = onDrive(DriveRequests.Archive, (context, space, body) =>
  Effect.gen(function*() {
    const fileIds = body.file_ids ?? body.files?.map((one) => one.file_id) ?? []
    if (fileIds.length === 0) return yield* invalid("file_ids", "It is empty.")
    const tops = yield* Effect.forEach(fileIds, (fileId) => FreeNames.find(context.catalogue, space, fileId))
    const entries = tops.flatMap((top) => treeOf(context.catalogue, top, isAvailable))
    const size = entries.reduce((sum, entry) => sum + (entry.content?.size ?? 0), 0)
    if (entries.length > mostFiles) return yield* invalid("file_ids", `An archive has at most ${mostFiles} files.`)
    if (size > mostBytes) return yield* invalid("file_ids", `An archive has at most ${mostBytes} bytes.`)
    const work = {
      kind: "archive" as const,
      fileIds,
      name: body.name.endsWith(".zip") ? body.name : `${body.name}.zip`,
      expireSec: body.expire_sec ?? undefined
    }
    return { status: 202, body: { async_task_id: yield* context.tasks.begin(space, work, entries.length) } }
  }))

export const routes: Readonly<Record<string, Handler>> = { "/async_task/get": get, "/file/archive_files": archive }
