/**
 * The service of migrations, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import * as FieldNames from "../domain/FieldNames.js"
import * as Shape from "../domain/Shape.js"
import { requireSpaceId } from "../domain/Space.js"
import { DriveApi } from "../services/DriveApi.js"
import { layerOf } from "../services/inOrder.js"
import type { MigrationStatus } from "../services/Migration.js"
import { Migration } from "../services/Migration.js"
import { spaceIdOf } from "../services/spaceIdOf.js"
import type { InSpace } from "../services/Spaces.js"
import { Spaces } from "../services/Spaces.js"

const Status = Schema.NullishOr(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

const statusOf = (answer: typeof Status.Type): MigrationStatus => {
  const { status } = answer ?? {}
  return {
    status: typeof status === "string" || typeof status === "number" ? String(status) : undefined,
    details: answer ?? {}
  }
}

const pathOf = (spaceId: string): string => `/api/v2/drive/space/${encodeURIComponent(spaceId)}/handle`

export const make: Effect.Effect<Migration.Service, never, DriveApi | Spaces> = Effect.gen(function*() {
  const api = yield* DriveApi
  const spaces = yield* Spaces

  const findSpaceId = (options: InSpace | undefined) =>
    Effect.zipRight(Shape.options(options), spaceIdOf(spaces, options))

  const status: Migration.Service["status"] = Effect.fn("Migration.status")(function*(options) {
    const spaceId = yield* requireSpaceId(yield* findSpaceId(options))
    const answer = yield* api.request({
      operation: "Migration.status",
      method: "GET",
      path: pathOf(spaceId),
      response: Status
    })
    return statusOf(answer)
  })

  const start: Migration.Service["start"] = Effect.fn("Migration.start")(function*(wanted, options) {
    const { business } = yield* FieldNames.only("migration", wanted, ["business"])
    const given = yield* findSpaceId(options)
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

  return { status, start }
})

export const layer: Layer.Layer<Migration, never, DriveApi | Spaces> = layerOf(Migration, make)
