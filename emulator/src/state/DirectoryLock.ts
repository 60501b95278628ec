/**
 * One process per directory, by a file that names its owner. The lock of a dead process is taken over.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { fileMode } from "../PrivateFiles.js"
import { StateStoreError } from "./StateStore.js"

/** Locks of this process: a process id alone says little, since containers give out the same ones again and again. */
const held = new Set<string>()

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "EPERM"
  }
}

const lock = async (file: string): Promise<void> => {
  try {
    await fs.writeFile(file, String(process.pid), { flag: "wx", mode: fileMode })
    held.add(file)
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause
    const owner = Number(await fs.readFile(file, "utf8"))
    if (owner === process.pid ? held.has(file) : Number.isInteger(owner) && owner > 0 && isAlive(owner)) {
      throw new StateStoreError({ reason: "InUse", message: `${path.dirname(file)} is in use by process ${owner}` })
    }
    await fs.rm(file, { force: true })
    await lock(file)
  }
}

/**
 * Holds the directory until the scope closes; fails with reason `InUse` when a living process holds it.
 */
export const acquire = (directory: string): Effect.Effect<void, StateStoreError, Scope.Scope> => {
  const file = path.join(path.resolve(directory), "lock")
  return Effect.acquireRelease(
    Effect.tryPromise({
      try: () => lock(file),
      catch: (cause) =>
        cause instanceof StateStoreError
          ? cause
          : new StateStoreError({
            reason: "Unavailable",
            message: cause instanceof Error ? cause.message : String(cause)
          })
    }),
    () =>
      Effect.promise(() => {
        held.delete(file)
        return fs.rm(file, { force: true })
      })
  )
}
