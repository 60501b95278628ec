/**
 * Refusals as PDS answers them: its own codes, and an error body of code and message.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { Refusal } from "../catalogue/Refusal.js"
import type { DriveAnswer, Failure } from "./DriveCall.js"

const broken = new Refusal({ code: "InternalError", status: 500, message: "The request has been failed." })

const full = new Refusal({ code: "QuotaExhausted.Drive", status: 403, message: "The drive has no room left." })

/** What the drive itself refuses under the product's codes. */
const renamed: Readonly<Record<string, Pick<Refusal, "code" | "status">>> = {
  381413: { code: "NotFound.File", status: 404 },
  380505: { code: "AlreadyExist.File", status: 409 },
  "FileTooLarge": { code: "InvalidParameter.SizeExceed", status: 400 },
  "QuotaExhausted": full,
  "InvalidParameter.body": { code: "InvalidRequestJSONFormat", status: 400 }
}

const refusalOf = (error: Failure): Effect.Effect<Refusal> => {
  switch (error._tag) {
    case "Refusal": {
      const { code, status } = renamed[error.code] ?? error
      return Effect.succeed(new Refusal({ code, status, message: error.message }))
    }
    case "BlobNoSpace":
      return Effect.succeed(full)
    case "StateStoreError":
      if (error.reason === "NoSpace") return Effect.succeed(full)
  }
  return Effect.as(Effect.logError(error.message), broken)
}

export const failure = ({ code, message, status }: Refusal): DriveAnswer => ({ status, body: { code, message } })

/**
 * Answers in any case: a refusal with its code, a bug with `InternalError`.
 */
export const total = <R>(handler: Effect.Effect<DriveAnswer, Failure, R>): Effect.Effect<DriveAnswer, never, R> =>
  handler.pipe(
    Effect.catchAll((error) => Effect.map(refusalOf(error), failure)),
    Effect.catchAllDefect((bug) => Effect.as(Effect.logError("a handler broke", Cause.die(bug)), failure(broken)))
  )
