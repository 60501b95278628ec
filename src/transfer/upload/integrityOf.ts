/**
 * How the bytes of an upload are to be proven.
 */
import * as Effect from "effect/Effect"
import type { UploadRun } from "./UploadRun.js"

/**
 * As the user wants it, or as the storage is good for, which may take its credential.
 */
export const integrityOf = ({ engine, provider, space }: UploadRun) =>
  Effect.suspend(() => {
    const wanted = engine.tuning.integrity(space)
    return wanted === "auto" ? provider.uploads.integrity : Effect.succeed(wanted)
  })
