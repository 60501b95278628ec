/** Places where no folder can be made, and that say the folder above it is missing when it is not. */
import { assert, vi } from "@effect/vitest"
import { Effect } from "effect"
import * as fsSync from "node:fs"
import * as fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"

const missing = (path: string) =>
  Object.assign(new Error(`ENOENT: no such file or directory, mkdir '${path}'`), { code: "ENOENT" })

/** As `/proc` does. Node's own recursive `mkdir` never ends there: who calls it fails the test. */
const answerMissing = (top: string): () => void => {
  const endless: Array<string> = []
  const { mkdir } = fsSync.promises
  const spy = vi.spyOn(fsSync.promises, "mkdir").mockImplementation((path, options) => {
    if (!String(path).startsWith(`${top}${sep}`)) return mkdir(path, options)
    if (typeof options === "object" && options?.recursive === true) endless.push(String(path))
    return Promise.reject(missing(String(path)))
  })
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
    assert.deepStrictEqual(endless, [])
  }
}

/** A folder in which none can be made, on any machine. */
export const noNewFolders = Effect.acquireRelease(
  Effect.promise(async () => {
    const top = await fs.mkdtemp(join(tmpdir(), "no-new-folders-"))
    return { top, restore: answerMissing(top) }
  }),
  ({ restore, top }) =>
    Effect.promise(async () => {
      await fs.rm(top, { recursive: true })
      restore()
    })
).pipe(Effect.map(({ top }) => top))
