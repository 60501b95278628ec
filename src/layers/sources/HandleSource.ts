/**
 * A source that a page opens by its handle (File System Access, or the origin's private file system).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FileHandle, UploadSource } from "../../services/UploadSource.js"
import { blobSource } from "./BlobSource.js"

/** Not in every browser, and not in TypeScript's DOM. */
interface Guarded {
  readonly queryPermission?: (descriptor: { readonly mode: "read" }) => Promise<PermissionState>
  readonly requestPermission?: (descriptor: { readonly mode: "read" }) => Promise<PermissionState>
}

const permission = async (handle: FileHandle & Guarded, how: "look" | "ask"): Promise<PermissionState> => {
  const known = await handle.queryPermission?.({ mode: "read" }) ?? "granted"
  return known === "prompt" && how === "ask" ? await handle.requestPermission?.({ mode: "read" }) ?? known : known
}

/**
 * Whether the file may be read. A browser that is asked outside a click refuses to ask the user: that counts as no.
 *
 * @since 1.0.7
 * @category combinators
 */
export const access = (handle: FileHandle, how: "look" | "ask"): Effect.Effect<boolean> =>
  Effect.tryPromise(() => permission(handle, how)).pipe(
    Effect.map((state) => state === "granted" || (state === "prompt" && how === "look")),
    Effect.orElseSucceed(() => false)
  )

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
