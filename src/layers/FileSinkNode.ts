/**
 * Files of Node as the target of downloads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs/promises"
import { join, resolve } from "node:path"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { SaveFailed } from "../domain/errors/TransferErrors.js"
import type { OpenSink, SavePlan } from "../services/FileSink.js"
import { FileSink } from "../services/FileSink.js"
import { lockFile } from "./sessions/LockFile.js"
import * as PartFile from "./sink/PartFile.js"
import * as PartRecord from "./sink/PartRecord.js"
import { saveFailed } from "./sink/SaveProblem.js"

interface Paths {
  readonly target: string
  readonly part: string
  readonly record: string
  readonly lock: string
}

const pathsOf = (given: string): Paths => {
  const target = resolve(given)
  return { target, part: `${target}.part`, record: `${target}.part.json`, lock: `${target}.part.lock` }
}

/** A record without all of its bytes is worth nothing. */
const keptOf = async ({ part, record }: Paths, key: string) => {
  const progress = await PartRecord.read(record, key)
  const size = await fs.stat(part).then((stats) => stats.size, () => 0)
  return progress !== undefined && size >= (progress.done.at(-1)?.end ?? 0) ? progress : undefined
}

const openSink = Effect.fnUntraced(function*(
  name: string,
  paths: Paths,
  plan: SavePlan
): Effect.fn.Return<OpenSink, SaveFailed, Scope.Scope> {
  const { part, record, target } = paths
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: saveFailed(name) })
  // Said before a byte is asked for: the name that a directory has cannot be given to a file at the end.
  if (yield* Effect.promise(() => fs.stat(target).then((stats) => stats.isDirectory(), () => false))) {
    return yield* new SaveFailed({ target: name, reason: "Failed", detail: "is a directory, not the name of a file" })
  }
  const mine = yield* Effect.mapError(lockFile(paths.lock), saveFailed(name))
  if (!mine) {
    return yield* new SaveFailed({ target: name, reason: "Failed", detail: "this file is being saved already" })
  }
  const kept = yield* attempt(() => keptOf(paths, plan.key))
  let isWorthKeeping = kept !== undefined
  const forget = async () => {
    isWorthKeeping = false
    await PartRecord.remove(record)
  }
  const close = async (file: PartFile.PartFile) => {
    await file.close()
    if (!isWorthKeeping) await fs.rm(part, { force: true })
  }
  const file = yield* Effect.acquireRelease(
    attempt(async () => {
      if (kept === undefined) await PartRecord.remove(record)
      return PartFile.open(part, { goOn: kept !== undefined })
    }),
    (opened) => Effect.catchAll(attempt(() => close(opened)), (error) => Effect.logWarning(error.message))
  )
  return {
    _tag: "Bytes",
    via: "file",
    order: "any",
    reopens: true,
    kept,
    write: (position, chunks, free) => {
      const written = file.write(position, chunks, free)
      return written === undefined ? undefined : attempt(() => written)
    },
    keep: (progress) =>
      attempt(async () => {
        if (progress.done.length === 0) return forget()
        await file.flush()
        await PartRecord.write(record, plan.key, progress)
        isWorthKeeping = true
      }),
    reset: attempt(async () => {
      await forget()
      await file.empty()
    }),
    finish: Effect.map(attempt(file.flush), (size) => ({ size, source: { path: part } })),
    publish: attempt(async () => {
      await fs.rename(part, target)
      await forget()
    })
  }
})

/** What another download to this target is filling by now is that one's. */
const discard = ({ lock, part, record }: Paths) =>
  Effect.gen(function*() {
    const mine = yield* Effect.mapError(lockFile(lock), saveFailed(part))
    if (!mine) return
    yield* Effect.tryPromise({
      try: async () => {
        await fs.rm(part, { force: true })
        await PartRecord.remove(record)
      },
      catch: saveFailed(part)
    })
  }).pipe(
    Effect.scoped,
    Effect.uninterruptible,
    Effect.catchAll((error) => Effect.logWarning(error.message))
  )

/** A name of the drive must lead to no other folder; Windows takes fewer characters than others. */
const nameOf = (name: string): string => {
  const forbidden = process.platform === "win32" ? /[\\/:*?"<>|\p{Cc}]/gu : /[\\/\p{Cc}]/gu
  const usable = name.replace(forbidden, "_")
  return /^\.{0,2}$/.test(usable) ? `_${usable}` : usable
}

const folder: FileSink.Service["folder"] = (target) =>
  typeof target === "string"
    ? Effect.as(
      Effect.tryPromise({ try: () => fs.mkdir(resolve(target), { recursive: true }), catch: saveFailed(target) }),
      { nameOf, beside: [".part", ".part.json", ".part.json.new", ".part.lock"], target: (name) => join(target, name) }
    )
    : new InvalidInput({ field: "target", message: "in Node the target of many files is the path of a folder" })

/**
 * Writes `target.part` beside the target and renames it at the end. What is needed to go on after a stop, a failure or a
 * crash is kept in `target.part.json`; one process at a time saves to a target.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<FileSink> = Layer.succeed(
  FileSink,
  FileSink.of({
    folder,
    prepare: (target) => {
      if (typeof target !== "string") {
        return {
          name: typeof target === "object" ? target.name : "",
          open: () => new InvalidInput({ field: "target", message: "in Node a target is a path" }),
          discard: Effect.void
        }
      }
      const paths = pathsOf(target)
      return { name: target, open: (plan) => openSink(target, paths, plan), discard: discard(paths) }
    }
  })
)
