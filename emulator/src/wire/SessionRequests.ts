/**
 * Bodies of the user and space calls.
 */
import * as Schema from "effect/Schema"
import { optional } from "./Common.js"

/**
 * POST /api/v2/user/login
 */
export const Login = Schema.Struct({
  access_token: Schema.String.annotations({ message: () => ({ message: "an access token", override: true }) })
})

/**
 * POST /api/v2/user/check and /add: whose account it is about; without a token, the session's.
 */
export const Account = Schema.Struct({ access_token: optional(Login.fields.access_token) })

/**
 * POST /api/v2/drive/space/{spaceId}/handle
 */
export const StartMigration = Schema.Struct({ pid: Schema.NonEmptyString, business: Schema.NonEmptyString })

/**
 * POST /api/v2/drive/space/list
 */
export const ListSpaces = Schema.Struct({
  page: optional(Schema.Int.pipe(Schema.positive())),
  page_size: optional(Schema.Int.pipe(Schema.positive(), Schema.lessThanOrEqualTo(100)))
})
