/**
 * Several calls in one, each answered by itself.
 */
import * as Effect from "effect/Effect"
import { Refusal } from "../catalogue/Refusal.js"
import type { Handler } from "./DriveCall.js"
import { decode, ok } from "./DriveCall.js"
import * as DriveRequests from "./DriveRequests.js"
import * as RefusalAnswers from "./RefusalAnswers.js"

const allowed = new Set([
  "/async_task/get",
  "/drive/get",
  "/file/get",
  "/file/get_download_url",
  "/file/pre_create_check",
  "/file/update",
  "/file/copy",
  "/file/move",
  "/file/delete",
  "/file/put_usertags",
  "/file/delete_usertags",
  "/recyclebin/trash",
  "/recyclebin/restore"
])

const notAllowed = (url: string): Refusal =>
  new Refusal({ code: "InvalidParameterNotSupported.Url", status: 400, message: `${url} cannot be part of a batch.` })

/**
 * The batch call over the other calls.
 */
export const make = (routes: Readonly<Record<string, Handler>>): Handler => (context, call) =>
  Effect.gen(function*() {
    const { requests } = yield* decode(DriveRequests.Batch, call.input)
    const responses = yield* Effect.forEach(requests, ({ body, id, url }) => {
      const handler = allowed.has(url) ? routes[url] : undefined
      const answer = handler === undefined
        ? Effect.fail(notAllowed(url))
        : handler(context, { token: call.token, input: body ?? {} })
      return Effect.map(
        RefusalAnswers.total(answer),
        (given) => ({ id, status: given.status, body: given.body ?? null })
      )
    })
    return ok({ responses })
  })
