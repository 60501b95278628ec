/**
 * Whether a page may read the file behind a handle.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type { FileHandle } from "../../../services/UploadSource.js"

/** Not in every browser, and not in TypeScript's DOM. */
interface Guarded {
  readonly queryPermission?: (descriptor: { readonly mode: "read" }) => Promise<PermissionState>
  readonly requestPermission?: (descriptor: { readonly mode: "read" }) => Promise<PermissionState>
}

const permission = async (handle: FileHandle & Guarded, how: "look" | "ask" | "now"): Promise<PermissionState> => {
  const known = await handle.queryPermission?.({ mode: "read" }) ?? "granted"
  return known === "prompt" && how === "ask" ? await handle.requestPermission?.({ mode: "read" }) ?? known : known
}

/**
 * Whether the file may be read. A browser that is asked outside a click refuses to ask the user: that counts as no.
 *
 * @since 1.0.7
 * @category combinators
 */
export const handleAccess = (handle: FileHandle, how: "look" | "ask" | "now"): Effect.Effect<boolean> =>
  Effect.tryPromise(() => permission(handle, how)).pipe(
    Effect.map((state) => state === "granted" || (state === "prompt" && how === "look")),
    Effect.orElseSucceed(() => false)
  )
