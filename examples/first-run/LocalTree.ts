/** A folder on disk: what is in it, and the digests of its files. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { opendir, stat } from "node:fs/promises"
import { join } from "node:path"

/** Paths are relative and use `/`, whatever the system. Sizes in bytes. */
export interface LocalTree {
  readonly root: string
  readonly folders: ReadonlyArray<string>
  readonly files: ReadonlyArray<{ readonly path: string; readonly size: number }>
  /** Links, sockets and the like. */
  readonly skipped: ReadonlyArray<string>
}

const compare = (one: string, other: string): number => one < other ? -1 : one > other ? 1 : 0

export const read = async (root: string): Promise<LocalTree> => {
  const folders: Array<string> = []
  const files: Array<{ path: string; size: number }> = []
  const skipped: Array<string> = []
  const walk = async (folder: string): Promise<void> => {
    for await (const entry of await opendir(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        folders.push(path)
        await walk(path)
      } else if (entry.isFile()) {
        files.push({ path, size: (await stat(join(root, path))).size })
      } else {
        skipped.push(path)
      }
    }
  }
  await walk("")
  return {
    root,
    folders: folders.sort(compare),
    files: files.sort((one, other) => compare(one.path, other.path)),
    skipped
  }
}

export interface Digests {
  readonly sha1: string
  readonly sha256: string
}

/** Both digests in one pass, as upper-case hex. */
export const digests = async (path: string, signal: AbortSignal): Promise<Digests> => {
  const sha1 = createHash("sha1")
  const sha256 = createHash("sha256")
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
    sha1.update(chunk)
    sha256.update(chunk)
  }
  return { sha1: sha1.digest("hex").toUpperCase(), sha256: sha256.digest("hex").toUpperCase() }
}
