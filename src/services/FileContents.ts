/**
 * New content for files that exist.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { CheckNameMode } from "../domain/CheckNameMode.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import * as Shape from "../domain/Shape.js"
import type { UploadError, UploadResult } from "../domain/UploadSnapshot.js"
import { Files } from "./Files.js"
import type { InSpace } from "./Spaces.js"
import { Spaces } from "./Spaces.js"
import type { UploadRequest } from "./Uploads.js"
import { Uploads } from "./Uploads.js"
import type { SourceInput } from "./UploadSource.js"
import { problemOfSource } from "./UploadSource.js"

/**
 * Which file, and its new content: text, bytes, a `Blob`, `{ path }` (Node), or a stream of unknown length. `name` is the
 * file's name afterwards; left out, it keeps the one that it has (spec point 5).
 *
 * @since 1.0.7
 * @category models
 */
export interface SaveContent {
  readonly fileId: string
  readonly source: SourceInput
  readonly name?: string | undefined
  readonly checkNameMode?: CheckNameMode | undefined
}

export declare namespace FileContents {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Uploads the content and gives its result; interrupting it cancels the upload, and the file stays as it was. */
    readonly save: (content: SaveContent, options?: InSpace) => Effect.Effect<UploadResult, UploadError>
  }
}

const make = Effect.gen(function*() {
  const files = yield* Files
  const spaces = yield* Spaces
  const uploads = yield* Uploads

  const nameOf = Effect.fnUntraced(function*({ fileId, name }: SaveContent, options: InSpace) {
    return name ?? (yield* files.info(fileId, options)).name
  })

  /** Nobody holds the upload afterwards, so that nothing of it may stay behind. */
  const toTheEnd = (request: UploadRequest, options: InSpace) =>
    Effect.acquireUseRelease(
      uploads.start(request, options),
      (upload) => upload.await,
      ({ id }, exit) => Effect.zipRight(Exit.isSuccess(exit) ? Effect.void : uploads.cancel(id), uploads.remove(id))
    )

  const save: FileContents.Service["save"] = Effect.fn("FileContents.save")(function*(content, options) {
    yield* Shape.record("content", content)
    if (content.fileId === "") return yield* new InvalidInput({ field: "fileId", message: "fileId required" })
    const problem = problemOfSource(content.source)
    if (problem !== undefined) return yield* problem
    // another space may be selected while the name is looked up
    const { spaceId } = yield* spaces.resolve(options)
    const name = yield* nameOf(content, { spaceId })
    return yield* toTheEnd({ ...content, name }, { spaceId })
  })

  return FileContents.of({ save })
})

/**
 * Stores new content of files that exist.
 *
 * @since 1.0.7
 * @category tags
 */
export class FileContents extends Context.Tag("effect-drive/FileContents")<FileContents, FileContents.Service>() {
  /**
   * @since 1.0.7
   */
  static readonly layer: Layer.Layer<FileContents, never, Files | Spaces | Uploads> = Layer.effect(FileContents, make)
}
