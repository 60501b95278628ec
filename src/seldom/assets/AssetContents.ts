/**
 * The bytes of assets: uploads like any other, and what makes an asset of their file.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as AssetInput from "../../domain/AssetInput.js"
import { defaultChunkSize, directUploadLimit } from "../../domain/Constants.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import * as FileName from "../../domain/FileName.js"
import type { SpaceId } from "../../domain/Ids.js"
import * as Positive from "../../domain/Positive.js"
import type { AssetContent } from "../../services/Assets.js"
import type { Upload, UploadRequest } from "../../services/Uploads.js"
import { Uploads } from "../../services/Uploads.js"
import type { SourceInput } from "../../services/UploadSource.js"
import { isFileHandle, isPath, problemOfSource, UploadSources } from "../../services/UploadSource.js"

/**
 * All that is said of the bytes.
 */
export const fields: ReadonlyArray<keyof AssetContent> = [
  "file",
  "name",
  "chunkSize",
  "checkNameMode",
  "parallel",
  "priority"
]

/**
 * What is wrong with the bytes that are to go up, before anything is asked for.
 */
export const check = ({ chunkSize, file, name, parallel, priority }: AssetContent): Either.Either<void, InvalidInput> =>
  Either.gen(function*() {
    const problem = problemOfSource(file, "file")
    if (problem !== undefined) return yield* Either.left(problem)
    yield* AssetInput.whereGiven(name, (text) => FileName.make(text))
    yield* Positive.optionalInteger("chunkSize", chunkSize)
    yield* Positive.optionalInteger("parallel", parallel)
    if (priority !== undefined && !Number.isFinite(priority)) {
      return yield* Either.left(new InvalidInput({ field: "priority", message: "priority must be a number" }))
    }
  })

export interface AssetContents {
  /** Begins the upload; what becomes of the asset is a part of its end. */
  readonly start: (
    request: Omit<UploadRequest, "source"> & { readonly file: SourceInput },
    spaceId: SpaceId
  ) => Effect.Effect<Upload>
}

export const make = (
  sizeLimit: number
): Effect.Effect<AssetContents, never, Uploads | UploadSources> =>
  Effect.gen(function*() {
    const uploads = yield* Uploads
    const sources = yield* UploadSources

    /** Nothing is said of a stream before it was spooled; of a file that cannot be read the upload itself will tell. */
    const sizeOf = (file: SourceInput, name: string | undefined): Effect.Effect<number | undefined> => {
      const { size } = sources.describe(file, { name })
      if (size !== undefined || !(isPath(file) || isFileHandle(file))) return Effect.succeed(size)
      return sources.open(file, { name }).pipe(
        Effect.map((source) => source.identity.size),
        Effect.orElseSucceed(() => undefined),
        Effect.scoped
      )
    }

    /** Above 5 MiB every upload goes in parts; a smaller limit asks for parts where the engine alone would not. */
    const chunkSizeOf = (file: SourceInput, name: string | undefined, given: number | undefined) =>
      given !== undefined || sizeLimit >= directUploadLimit ? Effect.succeed(given) : Effect.map(
        sizeOf(file, name),
        (size) => size === undefined || (size > sizeLimit && size <= directUploadLimit) ? defaultChunkSize : undefined
      )

    return {
      start: Effect.fnUntraced(function*({ chunkSize, file, ...request }, spaceId) {
        const inParts = yield* chunkSizeOf(file, request.name, chunkSize)
        return yield* uploads.start({ ...request, source: file, chunkSize: inParts }, { spaceId })
      })
    }
  })
