/**
 * Files that are opened only where they are what they seem: no link leads elsewhere, and no other name leads to them.
 */
import { constants } from "node:fs"
import type { FileHandle } from "node:fs/promises"
import * as fs from "node:fs/promises"

/** Windows knows none of the two; there a link is found by the look before. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

const isOwn = (stats: { readonly isFile: () => boolean; readonly nlink: number }): boolean =>
  stats.isFile() && stats.nlink === 1

const codeOf = (cause: unknown): unknown => cause instanceof Error && "code" in cause ? cause.code : undefined

/**
 * What has the name: nothing, a file of its own, or something else, such as a link or a file that has other names too.
 */
export const look = async (path: string): Promise<"nothing" | "file" | "other"> => {
  const stats = await fs.lstat(path).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return undefined
    throw cause
  })
  if (stats === undefined) return "nothing"
  return isOwn(stats) ? "file" : "other"
}

const notOurs = (path: string): Error => new Error(`"${path}" is not the file that was written`)

const openWith = async (path: string, flags: number): Promise<FileHandle> => {
  if (await look(path) !== "file") throw notOurs(path)
  const handle = await fs.open(path, flags | O_NOFOLLOW | O_NONBLOCK)
  if (isOwn(await handle.stat())) return handle
  await handle.close()
  throw notOurs(path)
}

/**
 * Opens a file that is there, to read and write.
 */
export const open = (path: string): Promise<FileHandle> => openWith(path, constants.O_RDWR)

/**
 * Makes a file where there is nothing, to read and write.
 */
export const create = (path: string): Promise<FileHandle> =>
  fs.open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | O_NOFOLLOW)

/**
 * The text of a small file; `undefined` where there is none, or it is none of its own.
 */
export const text = async (path: string): Promise<string | undefined> => {
  const handle = await openWith(path, constants.O_RDONLY).catch(() => undefined)
  if (handle === undefined) return undefined
  try {
    return await handle.readFile("utf8")
  } finally {
    await handle.close()
  }
}

/**
 * Whether the name still leads to the file that is open.
 */
export const isAt = async (handle: FileHandle, path: string): Promise<boolean> => {
  const [open, named] = await Promise.all([
    handle.stat({ bigint: true }),
    fs.lstat(path, { bigint: true }).catch(() => undefined)
  ])
  return named !== undefined && named.ino === open.ino && named.dev === open.dev
}
