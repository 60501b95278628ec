/**
 * Moving a space's data to another storage, by the service.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { requireSpaceId } from "../domain/Space.js"
import type { ApiFailure } from "./DriveApi.js"
import { DriveApi } from "./DriveApi.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"

/**
 * How far a migration is. `status` is the service's own word, `details` its whole answer.
 *
 * @since 1.0.7
 * @category models
 */
export interface MigrationStatus {
  readonly status: string | undefined
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * @since 1.0.7
 * @category errors
 */
export type MigrationError = ApiFailure | InvalidInput

export declare namespace Migration {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Fails with 'spaceId required' without a space. */
    readonly status: (options?: InSpace) => Effect.Effect<MigrationStatus, MigrationError>
    /** Fails with 'space_id required' without a space and 'business required' without a business. */
    readonly start: (wanted: { readonly business: string }, options?: InSpace) => Effect.Effect<void, MigrationError>
  }
}

const Status = Schema.NullishOr(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

const statusOf = (answer: typeof Status.Type): MigrationStatus => {
  const { status } = answer ?? {}
  return {
    status: typeof status === "string" || typeof status === "number" ? String(status) : undefined,
    details: answer ?? {}
  }
}

const pathOf = (spaceId: string): string => `/api/v2/drive/space/${encodeURIComponent(spaceId)}/handle`

const make = Effect.gen(function*() {
  const api = yield* DriveApi
  const spaces = yield* Spaces

  const named = (options: InSpace | undefined): Effect.Effect<string | undefined> =>
    options?.spaceId === undefined
      ? Effect.map(spaces.current(), (space) => space?.spaceId)
      : Effect.succeed(options.spaceId)

  const status: Migration.Service["status"] = Effect.fn("Migration.status")(function*(options) {
    const spaceId = yield* requireSpaceId(yield* named(options))
    const answer = yield* api.request({
      operation: "Migration.status",
      method: "GET",
      path: pathOf(spaceId),
      response: Status
    })
    return statusOf(answer)
  })

  const start: Migration.Service["start"] = Effect.fn("Migration.start")(function*({ business }, options) {
    const given = yield* named(options)
    if (!given) return yield* new InvalidInput({ field: "space_id", message: "space_id required" })
    const spaceId = yield* requireSpaceId(given)
    if (typeof business !== "string" || business === "") {
      return yield* new InvalidInput({ field: "business", message: "business required" })
    }
    yield* api.request({
      operation: "Migration.start",
      method: "POST",
      path: pathOf(spaceId),
      body: { pid: spaceId, business },
      response: Schema.Unknown
    })
  })

  return Migration.of({ status, start })
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Migration extends Context.Tag("effect-drive/Migration")<Migration, Migration.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<Migration, never, DriveApi | Spaces> = Layer.effect(Migration, make)
}
