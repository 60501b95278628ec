/**
 * What lies beside an unfinished file: of which object, and of which version of it, which bytes are there.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as fs from "node:fs/promises"
import type { SaveProgress } from "../../services/FileSink.js"

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
export const read = async (path: string, key: string): Promise<SaveProgress | undefined> => {
  const text = await fs.readFile(path, "utf8").catch(() => undefined)
  const record = Option.getOrUndefined(decode(text))
  if (record === undefined || record.key !== key || record.done.length === 0) return undefined
  const { done, etag, modified, size } = record
  const progress = { version: { etag, modified, size }, done }
  return isInOrder(progress) ? progress : undefined
}

/**
 * Replaces the record as a whole, so that a crash leaves the old or the new one.
 */
export const write = async (path: string, key: string, { done, version }: SaveProgress): Promise<void> => {
  const { etag, modified, size } = version ?? {}
  const given = Object.entries({ etag, modified, size }).filter(([, value]) => value !== undefined)
  await fs.writeFile(`${path}.new`, encode({ key, done, ...Object.fromEntries(given) }), { mode: 0o600 })
  await fs.rename(`${path}.new`, path)
}

/** With what a full disk or a crash has left of the next one. */
export const remove = async (path: string): Promise<void> => {
  await fs.rm(path, { force: true })
  await fs.rm(`${path}.new`, { force: true })
}
