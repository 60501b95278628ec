/**
 * One call of the PDS API: who makes it, what it asks, what it is answered.
 */
import * as Effect from "effect/Effect"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { BlobWriteError } from "../blobs/BlobErrors.js"
import { Refusal } from "../catalogue/Refusal.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { StateStoreError } from "../state/StateStore.js"
import type { DriveContext } from "./DriveContext.js"
import * as Drives from "./Drives.js"
import type { DriveToken } from "./DriveTokens.js"

export interface DriveCall {
  readonly token: DriveToken
  /** The body's JSON, undecoded. */
  readonly input: unknown
}

/**
 * What goes back; no `body` for 204.
 */
export interface DriveAnswer {
  readonly status: number
  readonly body?: unknown
}

export type Failure = Refusal | StateStoreError | BlobWriteError

export type Handler = (context: DriveContext, call: DriveCall) => Effect.Effect<DriveAnswer, Failure>

export const ok = (body: unknown): DriveAnswer => ({ status: 200, body })

/**
 * `part_info_list` is `PartInfoList` in codes.
 */
const camel = (field: string): string => field.replace(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase())

/**
 * A field that makes no sense.
 */
export const invalid = (field: string, message: string): Refusal =>
  new Refusal({
    code: `InvalidParameter.${camel(field)}`,
    status: 400,
    message: `The input parameter ${field} is not valid. ${message}`
  })

/** JSON of another shape is refused before anybody looks at values. */
const wrongShape = (detail: string): Refusal =>
  new Refusal({ code: "InvalidRequestJSONFormat", status: 400, message: `The request is not valid JSON: ${detail}` })

const missing = (field: string): Refusal =>
  new Refusal({
    code: `InvalidParameterMissing.${camel(field)}`,
    status: 400,
    message: `The input parameter ${field} is required.`
  })

const refusalOf = (error: ParseResult.ParseError): Refusal => {
  const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
  const field = issue?.path.map(String).join(".") ?? ""
  const top = String(issue?.path[0] ?? "body")
  switch (issue?._tag) {
    case "Missing":
      return missing(String(issue.path.at(-1) ?? top))
    case "Refinement":
      return invalid(top, issue.message)
    default:
      return wrongShape(`${field} ${issue?.message ?? ""}`)
  }
}

export const decode = <A, I>(schema: Schema.Schema<A, I>, input: unknown): Effect.Effect<A, Refusal> =>
  Effect.mapError(Schema.decodeUnknown(schema)(input), refusalOf)

/**
 * A handler for one drive, which must be the caller's own.
 */
export const onDrive = <A extends { readonly drive_id: string }, I>(
  schema: Schema.Schema<A, I>,
  handle: (
    context: DriveContext,
    space: SpaceRules,
    body: A,
    call: DriveCall
  ) => Effect.Effect<DriveAnswer, Failure>
): Handler =>
(context, call) =>
  Effect.gen(function*() {
    const body = yield* decode(schema, call.input)
    const space = yield* Drives.find(context.users, call.token, body.drive_id)
    return yield* handle(context, space, body, call)
  })

const readOnly = new Refusal({
  code: "ForbiddenNoPermission.File",
  status: 403,
  message: "No permission to change this drive."
})

/**
 * The same for a call that changes something, which a drive may be closed to.
 */
export const changing: typeof onDrive = (schema, handle) =>
  onDrive(
    schema,
    (context, space, body, call) => space.readOnly === true ? readOnly : handle(context, space, body, call)
  )
