/**
 * Calls about one space's assets, with the names that their errors have in the catalogue.
 */
import * as Effect from "effect/Effect"
import { fileNotFoundCode } from "../../domain/Constants.js"
import type { ApiError } from "../../domain/errors/ApiErrors.js"
import { FileNotFound, PermissionDenied } from "../../domain/errors/FileErrors.js"
import type { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { SpaceId } from "../../domain/Ids.js"
import * as Shape from "../../domain/Shape.js"
import { requireSpaceId } from "../../domain/Space.js"
import type { ApiFailure, ApiRequest } from "../../services/DriveApi.js"
import { DriveApi } from "../../services/DriveApi.js"
import { spaceIdOf } from "../../services/spaceIdOf.js"
import type { InSpace } from "../../services/Spaces.js"
import { Spaces } from "../../services/Spaces.js"

/**
 * `at` is what follows `/asset` in the path, `fileId` what the call is about, for its error.
 */
export type AssetRequest<A, I> = Omit<ApiRequest<A, I>, "path"> & {
  readonly at: string
  readonly fileId?: string | undefined
}

export interface AssetCalls {
  /** The space that the call works in; 'spaceId required' without one. */
  readonly spaceOf: (options: InSpace | undefined) => Effect.Effect<SpaceId, InvalidInput>
  readonly send: <A, I>(
    spaceId: SpaceId,
    request: AssetRequest<A, I>
  ) => Effect.Effect<A, ApiFailure | FileNotFound | PermissionDenied>
}

const failureOf = (
  error: ApiError,
  { at, fileId, operation }: Pick<AssetRequest<never, never>, "at" | "fileId" | "operation">
) => {
  const code = String(error.code)
  if (code === fileNotFoundCode) return new FileNotFound(fileId === undefined ? { path: `/asset${at}` } : { fileId })
  return /^(PermissionDenied|Forbidden)/.test(code) ? new PermissionDenied({ operation }) : error
}

/**
 * Assets go by the product API on every platform, so no storage is opened for them.
 */
export const make: Effect.Effect<AssetCalls, never, DriveApi | Spaces> = Effect.gen(function*() {
  const api = yield* DriveApi
  const spaces = yield* Spaces
  return {
    spaceOf: (options) =>
      Effect.flatMap(Effect.zipRight(Shape.options(options), spaceIdOf(spaces, options)), requireSpaceId),
    send: (spaceId, { at, fileId, ...request }) =>
      api.request({ ...request, path: `/api/v2/drive/${encodeURIComponent(spaceId)}/asset${at}` }).pipe(
        Effect.catchTag(
          "ApiError",
          (error) => Effect.fail(failureOf(error, { at, fileId, operation: request.operation }))
        )
      )
  }
})
