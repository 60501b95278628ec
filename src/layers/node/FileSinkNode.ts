/**
 * Files of Node as the target of downloads.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs/promises"
import { dirname, isAbsolute, join, resolve, sep } from "node:path"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SaveFailed } from "../../domain/errors/TransferErrors.js"
import type { OpenSink, SavePlan, SaveProgress } from "../../services/FileSink.js"
import { FileSink } from "../../services/FileSink.js"
import { layerOf } from "../../services/inOrder.js"
import { saveFailed } from "../files/saveFailed.js"
import type { PartPaths } from "./download/DiskNames.js"
import * as DiskNames from "./download/DiskNames.js"
import * as PartFile from "./download/PartFile.js"
import * as PartRecord from "./download/PartRecord.js"
import * as PartSlot from "./download/PartSlot.js"
import { makeDirectory } from "./makeDirectory.js"

/** A record without all of its bytes is worth nothing. */
const keptOf = async (paths: PartPaths, key: string) => {
  const progress = await PartRecord.read(paths, key)
  const size = await fs.lstat(paths.part).then((stats) => stats.size, () => 0)
  return progress !== undefined && size >= (progress.done.at(-1)?.end ?? 0) ? progress : undefined
}

const nothing: SaveProgress = { version: undefined, done: [] }

/** The record comes first: a part without one is nobody's to take away. */
const openPart = async (paths: PartPaths, key: string, isResume: boolean) => {
  if (!isResume) {
    await PartRecord.write(paths, key, nothing)
    await fs.rm(paths.part, { force: true })
  }
  return PartFile.open(paths.part, { isResume })
}

/**
 * Why the file cannot be given this name at the end. A rename would take the place of a device or a socket too, and of a link; what a
 * link leads to stays.
 */
const refusalOf = async (name: string): Promise<string | undefined> => {
  if (name.endsWith("/") || name.endsWith(sep)) return "names a directory, not a file"
  const target = resolve(name)
  const isDirectory = await fs.stat(target).then((stats) => stats.isDirectory(), () => false)
  if (isDirectory) return "is a directory, not the name of a file"
  const seen = await fs.lstat(target).catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
    throw cause
  })
  return seen === undefined || seen.isFile() || seen.isSymbolicLink() ? undefined : "is not a file"
}

const openSink = Effect.fnUntraced(function*(
  name: string,
  plan: SavePlan
): Effect.fn.Return<OpenSink, SaveFailed, Scope.Scope> {
  const target = resolve(name)
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: saveFailed(name) })
  // Said before a byte is asked for.
  const refusal = yield* attempt(() => refusalOf(name))
  if (refusal !== undefined) return yield* new SaveFailed({ target: name, reason: "Failed", detail: refusal })
  const { lock, paths } = yield* PartSlot.take(name)
  const { part } = paths
  /** A program that was asleep finds another one at the same names, and leaves them to it. */
  const attemptOwn = <A>(run: () => Promise<A>) =>
    attempt(async () => {
      if (!await lock.isHeld()) {
        // the lock is gone with a folder that was removed, and nobody has taken it
        await fs.stat(dirname(target))
        throw new Error("another program has begun to save to it meanwhile, or its lock file was removed")
      }
      return run()
    })
  const kept = yield* attempt(() => keptOf(paths, plan.key))
  let isWorthKeeping = kept !== undefined
  const forget = async () => {
    isWorthKeeping = false
    await PartRecord.write(paths, plan.key, nothing)
  }
  const close = async (file: PartFile.PartFile) => {
    const isThere = await file.isAt(part)
    await file.close()
    if (isWorthKeeping || !await lock.isHeld()) return
    if (isThere) await fs.rm(part, { force: true })
    await PartRecord.remove(paths)
  }
  const file = yield* Effect.acquireRelease(
    attempt(() => openPart(paths, plan.key, kept !== undefined)),
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
    keep: ({ done, version }) =>
      attemptOwn(async () => {
        const there = await file.there(done)
        // What was noted before was on the disk by then.
        if (there === undefined) return
        if (there.length === 0) return forget()
        await PartRecord.write(paths, plan.key, { version, done: there })
        isWorthKeeping = true
      }),
    reset: attemptOwn(async () => {
      await forget()
      await file.empty()
    }),
    finish: Effect.map(attempt(file.flush), (size) => ({ size, source: { path: part } })),
    publish: attemptOwn(async () => {
      await fs.lstat(part)
      if (!await file.isAt(part)) throw new Error(`"${part}" was replaced by another file`)
      await fs.rename(part, target)
      isWorthKeeping = false
    })
  }
})

const discard = (target: string) =>
  PartSlot.discard(target, async (paths) => {
    await fs.rm(paths.part, { force: true })
    await PartRecord.remove(paths)
  }).pipe(
    Effect.uninterruptible,
    Effect.catchAll((error) => Effect.logWarning(error.message))
  )

/** Devices of Windows have these names, whatever the extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i

/**
 * A name of the drive must lead to no other folder, and fit; Windows takes fewer names than others. Halves of surrogate pairs would all
 * be the same character on the disk.
 */
const nameOf = (name: string): string => {
  const isWindows = process.platform === "win32"
  const forbidden = isWindows ? /[\\/:*?"<>|\p{Cc}\p{Surrogate}]|[. ]$/gu : /[\\/\p{Cc}\p{Surrogate}]/gu
  const usable = name.replace(forbidden, "_")
  const leadsElsewhere = /^\.{0,2}$/.test(usable) || (isWindows && device.test(usable))
  return DiskNames.shortenName(leadsElsewhere ? `_${usable}` : usable)
}

const folder: FileSink.Service["folder"] = (target) =>
  typeof target === "string"
    ? Effect.as(
      Effect.tryPromise({ try: () => makeDirectory(resolve(target)), catch: saveFailed(target) }),
      { nameOf, beside: [".part", ".part.json", ".part.json.new", ".part.lock"], target: (name) => join(target, name) }
    )
    : new InvalidInput({ field: "target", message: "in Node the target of many files is the path of a folder" })

/** A separator at the end stays: it says that a folder is meant. An empty path is none. */
const pinned: FileSink.Service["pinned"] = (target) =>
  typeof target !== "string" || target === "" || isAbsolute(target) ? target : join(process.cwd(), target)

/**
 * Writes `target.part` beside the target and renames it at the end. What is needed to resume after a stop, a failure or a
 * crash is kept in `target.part.json`; one process at a time saves to a target. Where these names are other people's files or
 * links, others are taken.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<FileSink> = layerOf(
  FileSink,
  Effect.succeed(FileSink.of({
    folder,
    pinned,
    prepare: (target) => {
      if (typeof target !== "string") {
        const problem = new InvalidInput({ field: "target", message: "in Node a target is a path" })
        return { name: target.name, problem, open: () => problem, discard: Effect.void }
      }
      return { name: target, open: (plan) => openSink(target, plan), discard: discard(target) }
    }
  }))
)
