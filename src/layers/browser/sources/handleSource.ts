/**
 * A source that a page opens by its handle (File System Access, or the origin's private file system).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../../domain/errors/TransferErrors.js"
import type { FileHandle, UploadSource } from "../../../services/UploadSource.js"
import { blobSource } from "../../files/BlobSource.js"

export { handleAccess } from "./handleAccess.js"

/**
 * The file as it is now; later changes to it show as `SourceChanged`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const handleSource = (handle: FileHandle, name: string): Effect.Effect<UploadSource, SourceChanged> =>
  Effect.tryPromise({
    try: () => handle.getFile(),
    catch: () => new SourceChanged({ name, what: "gone" })
  }).pipe(Effect.map((blob) => blobSource({ blob, name, lending: "slice" })))
