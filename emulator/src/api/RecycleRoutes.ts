/**
 * The recycle bin, and the tasks in which the service continues (spec point 7).
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import * as RecycleBin from "../catalogue/RecycleBin.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import * as Answers from "../wire/Answers.js"
import * as Wire from "../wire/FileRequests.js"
import type { ApiContext } from "./ApiContext.js"
import * as Caller from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as RequestData from "./RequestData.js"

const defaultLimit = 20

const list = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { fields, limit, marker } = yield* RequestData.query(Wire.ListBin)
    const { items, next } = yield* RecycleBin.list(context.catalogue, space, { limit: limit ?? defaultLimit, marker })
    return {
      list: items.map((entry) => Answers.only(fields, Answers.recycled(entry, context.catalogue.pathOf(entry)))),
      next_marker: next ?? ""
    }
  })

/** A caller who does not want to wait gets a task. */
const answer = (context: ApiContext, space: SpaceRules, isAsync: boolean | null | undefined) =>
  isAsync === true
    ? Effect.map(context.tasks.begin(space), (taskId) => ({ async_task_id: taskId }))
    : Effect.succeed({})

const one = (context: ApiContext, change: typeof RecycleBin.recycle) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { is_async } = yield* RequestData.body(Wire.AsyncOptions)
    yield* change(context.catalogue, space, yield* RequestData.pathParameter("fileId"))
    return yield* answer(context, space, is_async)
  })

const clear = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    const { is_async } = yield* RequestData.body(Wire.AsyncOptions)
    yield* RecycleBin.clear(context.catalogue, space)
    return yield* answer(context, space, is_async)
  })

const task = (context: ApiContext) =>
  Effect.gen(function*() {
    const space = yield* Caller.space(context)
    return Answers.task(yield* context.tasks.get(space, yield* RequestData.pathParameter("taskId")))
  })

export const router = (context: ApiContext) =>
  HttpRouter.empty.pipe(
    HttpRouter.get("/api/v2/file/:spaceId/recycles", Envelope.enclose(list(context))),
    HttpRouter.post("/api/v2/file/:spaceId/recycle/clear", Envelope.enclose(clear(context))),
    HttpRouter.post("/api/v2/file/:spaceId/:fileId/recycle", Envelope.enclose(one(context, RecycleBin.recycle))),
    HttpRouter.post("/api/v2/file/:spaceId/:fileId/restore", Envelope.enclose(one(context, RecycleBin.restore))),
    HttpRouter.get("/api/v2/file/:spaceId/task/:taskId", Envelope.enclose(task(context)))
  )
