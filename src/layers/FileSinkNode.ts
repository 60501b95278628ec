/**
 * Files of Node as the target of downloads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { resolve } from "node:path"
import { SaveFailed } from "../domain/errors/TransferErrors.js"
import { FileSink } from "../services/FileSink.js"
import * as PartFile from "./sink/PartFile.js"

const reasons: Readonly<Record<string, SaveFailed["reason"]>> = {
  ENOSPC: "DiskFull",
  EDQUOT: "DiskFull",
  EACCES: "AccessDenied",
  EPERM: "AccessDenied",
  EROFS: "AccessDenied",
  ENOENT: "NotFound",
  ENOTDIR: "NotFound"
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : ""

const saveFailed = (target: string) => (cause: unknown): SaveFailed =>
  new SaveFailed({
    target,
    reason: reasons[codeOf(cause)] ?? "Failed",
    detail: cause instanceof Error ? cause.message : String(cause)
  })

/**
 * Writes `target.part` beside the target, in pieces of about 1 MiB with one write under way, and renames it at the end.
 * A target that is being saved already is refused.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<FileSink> = Layer.sync(FileSink, () => {
  const underway = new Set<string>()

  const claim = (target: string) =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        const path = resolve(target)
        if (underway.has(path)) {
          return new SaveFailed({ target, reason: "Failed", detail: "this file is being saved already" })
        }
        underway.add(path)
        return Effect.succeed(path)
      }),
      (path) => Effect.sync(() => underway.delete(path))
    )

  return FileSink.of({
    open: Effect.fn("FileSink.open")(function*(target, options) {
      const failed = saveFailed(target)
      const path = yield* claim(target)
      const file = yield* Effect.acquireRelease(
        Effect.tryPromise({ try: () => PartFile.open(path, options), catch: failed }),
        (opened) => Effect.promise(() => opened.close())
      )
      return {
        write: (chunk) => {
          const written = file.write(chunk)
          return written === undefined ? Effect.void : Effect.tryPromise({ try: () => written, catch: failed })
        },
        flush: Effect.tryPromise({ try: () => file.flush(), catch: failed }),
        publish: Effect.tryPromise({ try: () => file.publish(), catch: failed })
      }
    })
  })
})
