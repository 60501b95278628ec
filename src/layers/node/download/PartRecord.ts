/**
 * What lies beside an unfinished file: that it is ours, of which object, and of which version of it, which bytes are there.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { FileHandle } from "node:fs/promises"
import * as fs from "node:fs/promises"
import type { SaveProgress } from "../../../services/FileSink.js"
import { isDiskFull } from "../../files/saveFailed.js"
import type { PartPaths } from "./DiskNames.js"
import * as OwnFile from "./OwnFile.js"

const Position = Schema.NonNegativeInt

const Record = Schema.parseJson(Schema.Struct({
  key: Schema.String,
  etag: Schema.optional(Schema.String),
  modified: Schema.optional(Schema.String),
  size: Schema.optional(Position),
  done: Schema.Array(Schema.Struct({ start: Position, end: Position }))
}))

const encode = Schema.encodeSync(Record)
const decode = Schema.decodeUnknownOption(Record)

const isInOrder = ({ done }: SaveProgress): boolean =>
  done.every(({ end, start }, index) => start < end && start >= (done[index - 1]?.end ?? 0))

/**
 * The progress of the object that `key` names; `undefined` when there is none, or it is of another one.
 */
export const read = async ({ record: path }: PartPaths, key: string): Promise<SaveProgress | undefined> => {
  const record = Option.getOrUndefined(decode(await OwnFile.text(path)))
  if (record === undefined || record.key !== key || record.done.length === 0) return undefined
  const { done, etag, modified, size } = record
  const progress = { version: { etag, modified, size }, done }
  return isInOrder(progress) ? progress : undefined
}

const start = "{\"key\":"

/**
 * Whether a text is a record, or what a crash or a full disk has left of one.
 */
export const isRecord = (text: string): boolean => text.startsWith(start) || start.startsWith(text)

const writeAll = async (handle: FileHandle, text: string): Promise<void> => {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten
  await handle.truncate(bytes.length)
}

const replace = async ({ fresh, record }: PartPaths, text: string): Promise<void> => {
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, text, { flag: "wx", mode: 0o600 })
  await fs.rename(fresh, record)
}

/** A full disk has no room for one record beside the other, but the one that is there has its place. */
const overwrite = async ({ fresh, record }: PartPaths, text: string): Promise<void> => {
  await fs.rm(fresh, { force: true })
  const handle = await OwnFile.open(record)
  try {
    await writeAll(handle, text)
  } finally {
    await handle.close()
  }
}

/**
 * Replaces the record as a whole, so that a crash leaves the old or the new one; on a full disk it may leave neither.
 */
export const write = async (paths: PartPaths, key: string, { done, version }: SaveProgress): Promise<void> => {
  const { etag, modified, size } = version ?? {}
  const given = Object.entries({ etag, modified, size }).filter(([, value]) => value !== undefined)
  const text = encode({ key, done, ...Object.fromEntries(given) })
  try {
    await replace(paths, text)
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    await overwrite(paths, text).catch(() => Promise.reject(cause))
  }
}

/** Removes the record, and what a full disk or a crash has left of the next one. */
export const remove = async ({ fresh, record }: PartPaths): Promise<void> => {
  await fs.rm(record, { force: true })
  await fs.rm(fresh, { force: true })
}
