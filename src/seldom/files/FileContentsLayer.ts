/**
 * New content for files that exist, as uploads that nobody holds.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as Shape from "../../domain/Shape.js"
import type { SaveContent } from "../../services/FileContents.js"
import { FileContents } from "../../services/FileContents.js"
import { Files } from "../../services/Files.js"
import { layerOf } from "../../services/inOrder.js"
import type { InSpace } from "../../services/Spaces.js"
import { Spaces } from "../../services/Spaces.js"
import type { UploadRequest } from "../../services/Uploads.js"
import { Uploads } from "../../services/Uploads.js"
import { problemOfSource } from "../../services/UploadSource.js"

export const make: Effect.Effect<FileContents.Service, never, Files | Spaces | Uploads> = Effect.gen(function*() {
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
    // Without one the upload would make a new file, and the content would seem to be saved.
    yield* FileIdInput.make(content.fileId)
    const problem = problemOfSource(content.source)
    if (problem !== undefined) return yield* problem
    // another space may be selected while the name is looked up
    const { spaceId } = yield* spaces.resolve(options)
    const name = yield* nameOf(content, { spaceId })
    return yield* toTheEnd({ ...content, name }, { spaceId })
  })

  return { save }
})

export const layer: Layer.Layer<FileContents, never, Files | Spaces | Uploads> = layerOf(FileContents, make)
