/**
 * Names of what lies beside a target while it is being filled, and names that a disk can hold.
 */
import { createHash } from "node:crypto"
import { basename, dirname, extname, join, resolve } from "node:path"

/** Bytes of a name, on the file systems that most disks have. */
const longestName = 255

/** Leaves room for all that is put behind a name: a lock that is taken over has 51 bytes more. */
const longestBase = 190

/** A longer one is no extension that anybody goes by. */
const longestExtension = 20

const size = (text: string): number => Buffer.byteLength(text)

/** The beginning of a text, in whole characters. */
const beginning = (text: string, most: number): string => {
  let end = 0
  let bytes = 0
  for (const character of text) {
    bytes += size(character)
    if (bytes > most) break
    end += character.length
  }
  return text.slice(0, end)
}

const shorten = (name: string, most: number): string => {
  if (size(name) <= most) return name
  const found = extname(name)
  const extension = size(found) <= longestExtension ? found : ""
  // Two long names may differ at their ends only.
  const end = `~${createHash("sha1").update(name).digest("hex").slice(0, 10)}${extension}`
  return beginning(name, most - size(end)) + end
}

/**
 * The name, or a shorter one with the same extension where it has more than 255 bytes in UTF-8.
 */
export const shortenName = (name: string): string => shorten(name, longestName)

/**
 * What is beside a target. `fresh` becomes the record once it is whole.
 */
export interface PartPaths {
  readonly target: string
  readonly part: string
  readonly record: string
  readonly fresh: string
  readonly lock: string
}

/**
 * The names for a target; those of the next `turn` where others have taken them.
 */
export const pathsOf = (given: string, turn: number): PartPaths => {
  const target = resolve(given)
  const base = shorten(basename(target), longestBase)
  const part = join(dirname(target), turn === 0 ? `${base}.part` : `${base}.${turn}.part`)
  return { target, part, record: `${part}.json`, fresh: `${part}.json.new`, lock: `${part}.lock` }
}
