/**
 * Whose the names beside a target are. What others have put there is neither read nor written through, nor removed.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import { saveFailed } from "../../files/saveFailed.js"
import type { Lock } from "../saved/LockFile.js"
import { isLock, lockFile } from "../saved/LockFile.js"
import type { PartPaths } from "./DiskNames.js"
import { pathsOf } from "./DiskNames.js"
import * as OwnFile from "./OwnFile.js"
import * as PartRecord from "./PartRecord.js"

/** Names of others that are passed by. */
const mostTurns = 100

type Owner = "nobody" | "us" | "others"

/** A file whose text tells whose it is. */
const ownerByText = async (path: string, isOurs: (text: string) => boolean): Promise<Owner> => {
  const seen = await OwnFile.look(path)
  if (seen !== "file") return seen === "nothing" ? "nobody" : "others"
  const text = await OwnFile.text(path)
  // Gone meanwhile: who had it was one of us.
  return text === undefined || isOurs(text) ? "us" : "others"
}

/**
 * `us` where there is a record of ours, with a part or without; a part without a record is somebody's.
 */
export const ownerOf = async ({ fresh, lock, part, record }: PartPaths): Promise<Owner> => {
  const [noted, next, locked, seen] = await Promise.all([
    ownerByText(record, PartRecord.isRecord),
    ownerByText(fresh, PartRecord.isRecord),
    ownerByText(lock, isLock),
    OwnFile.look(part)
  ])
  if ([noted, next, locked].includes("others") || seen === "other") return "others"
  if (seen === "file") return noted === "us" ? "us" : "others"
  return noted === "us" || next === "us" ? "us" : "nobody"
}

/**
 * Names beside a target, and the lock on them.
 */
export interface TakenSlot {
  readonly paths: PartPaths
  readonly lock: Lock
}

/**
 * Takes the first names that are nobody else's, until the scope ends.
 */
export const take = Effect.fnUntraced(function*(
  target: string
): Effect.fn.Return<TakenSlot, SaveFailed, Scope.Scope> {
  const failed = saveFailed(target)
  for (let turn = 0; turn < mostTurns; turn++) {
    const paths = pathsOf(target, turn)
    const owner = yield* Effect.tryPromise({ try: () => ownerOf(paths), catch: failed })
    if (owner === "others") continue
    const lock = yield* Effect.mapError(lockFile(paths.lock), failed)
    return lock === undefined
      ? yield* new SaveFailed({ target, reason: "Failed", detail: "this file is being saved already" })
      : { paths, lock }
  }
  return yield* new SaveFailed({ target, reason: "Failed", detail: "all names beside it are taken by other files" })
})

/** Removes what is ours of one turn; what another download to this target is filling by now is that one's. */
const discardTurn = Effect.fnUntraced(function*(paths: PartPaths, remove: (paths: PartPaths) => Promise<void>) {
  const failed = saveFailed(paths.part)
  const lock = yield* Effect.mapError(lockFile(paths.lock), failed)
  if (lock !== undefined) yield* Effect.tryPromise({ try: () => remove(paths), catch: failed })
}, Effect.scoped)

/**
 * Removes what is ours beside a target.
 */
export const discard = Effect.fnUntraced(function*(target: string, remove: (paths: PartPaths) => Promise<void>) {
  for (let turn = 0; turn < mostTurns; turn++) {
    const paths = pathsOf(target, turn)
    const owner = yield* Effect.tryPromise({ try: () => ownerOf(paths), catch: saveFailed(target) })
    if (owner === "nobody") return
    if (owner === "us") return yield* discardTurn(paths, remove)
  }
})
