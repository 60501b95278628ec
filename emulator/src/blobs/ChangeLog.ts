/**
 * The log of changes that is the store on disk: a line for each commit, with a checksum, so that a line cut short by a
 * crash is recognised. Commits that come while one is being written go out together, with one wait for the disk.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { createReadStream } from "node:fs"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import { crc32 } from "node:zlib"
import { fileMode } from "../PrivateFiles.js"
import { readLines } from "../readLines.js"
import type { Backing } from "./Backing.js"
import { BlobBroken } from "./BlobErrors.js"
import { Change } from "./BlobIndex.js"
import { fromCause } from "./DiskErrors.js"

const Line = Schema.parseJson(Schema.Array(Change))
const decodeLine = Schema.decodeUnknownEither(Line)
const encodeLine = Schema.encodeSync(Line)

const checksumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0")

const lineOf = (changes: ReadonlyArray<Change>): string => {
  const text = encodeLine(changes)
  return `${checksumOf(text)} ${text}\n`
}

const textOf = (line: string): string | undefined => {
  const text = line.slice(9)
  return line[8] === " " && line.slice(0, 8) === checksumOf(text) ? text : undefined
}

const isMissing = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

/**
 * Whether there is a log, be it empty.
 */
export const exists = async (file: string): Promise<boolean> => {
  try {
    await fs.access(file)
    return true
  } catch (cause) {
    if (isMissing(cause)) return false
    throw cause
  }
}

/**
 * Gives every change in the log to `apply`. A broken last line was never acknowledged and is dropped; one before it
 * means that the file was damaged, which fails with `BlobBroken`.
 */
export const replay = async (file: string, apply: (change: Change) => void): Promise<void> => {
  if (!await exists(file)) return
  let number = 0
  let broken: number | undefined
  for await (const line of readLines(createReadStream(file, "utf8"))) {
    number++
    const text = textOf(line)
    if (broken !== undefined) throw new BlobBroken({ operation: "replay", cause: `line ${broken} is damaged` })
    if (text === undefined) {
      broken = number
      continue
    }
    const changes = decodeLine(text)
    if (Either.isLeft(changes)) throw new BlobBroken({ operation: "replay", cause: `line ${number}: unknown change` })
    changes.right.forEach(apply)
  }
}

/**
 * So that a new or renamed file is still there after the power was lost.
 */
export const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await fs.open(directory, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const rewriteSize = 256 * 1024

/**
 * Replaces the log by one that holds just these changes: under another name first, so that the old one counts until the
 * new one is whole.
 */
export const rewrite = async (file: string, changes: Iterable<Change>): Promise<void> => {
  const next = `${file}.next`
  const handle = await fs.open(next, "w", fileMode)
  try {
    let text = ""
    for (const change of changes) {
      text += lineOf([change])
      if (text.length < rewriteSize) continue
      await handle.writeFile(text)
      text = ""
    }
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await fs.rename(next, file)
  await syncDirectory(path.dirname(file))
}

interface Entry {
  readonly line: string
  readonly undo: () => void
  readonly resume: (failure: unknown) => void
}

export interface ChangeLog {
  readonly record: Backing["record"]
  readonly close: () => Promise<void>
}

/**
 * Opens the log for appending. `segments` is the directory whose new files the changes speak of.
 */
export const open = async (file: string, options: {
  readonly segments: string
  readonly fsync: boolean
}): Promise<ChangeLog> => {
  const handle = await fs.open(file, "a", fileMode)
  let length = (await handle.stat()).size
  let waiting: Array<Entry> = []
  let writing: Promise<void> | undefined
  let broken: unknown

  const write = async (batch: ReadonlyArray<Entry>): Promise<void> => {
    const bytes = Buffer.from(batch.map((entry) => entry.line).join(""))
    if (options.fsync) await syncDirectory(options.segments)
    await handle.writeFile(bytes)
    if (options.fsync) await handle.datasync()
    length += bytes.length
  }

  /** What came later may rest on what failed, so it fails with it. */
  const fail = async (batch: ReadonlyArray<Entry>, cause: unknown): Promise<void> => {
    await handle.truncate(length).catch((failure: unknown) => {
      broken = failure
    })
    const failed = [...batch, ...waiting]
    waiting = []
    for (const entry of failed.toReversed()) entry.undo()
    for (const entry of failed) entry.resume(cause)
  }

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        if (broken !== undefined) throw broken
        await write(batch)
      } catch (cause) {
        await fail(batch, cause)
        continue
      }
      for (const entry of batch) entry.resume(undefined)
    }
    writing = undefined
  }

  return {
    record: (changes, undo) =>
      Effect.async((resume) => {
        waiting.push({
          line: lineOf(changes),
          undo,
          resume: (cause) => resume(cause === undefined ? Effect.void : Effect.fail(fromCause("record", cause)))
        })
        writing ??= writeAll()
      }),
    close: async () => {
      await writing
      await handle.close()
    }
  }
}
