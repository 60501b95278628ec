/**
 * State in a directory, as a log that survives a kill at any moment.
 *
 * A transaction is one line with a checksum, so a line cut short by a crash is recognised and dropped. The log is
 * rewritten without its dead rows when it is opened and when it has grown much: into a new file of the next generation,
 * which counts only once it is complete and has its name.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import * as PrivateFiles from "../PrivateFiles.js"
import { readLines } from "../readLines.js"
import * as DirectoryLock from "./DirectoryLock.js"
import type { Change, StateStore, Transaction } from "./StateStore.js"
import { StateStoreError } from "./StateStore.js"

const logName = /^state-(\d+)\.log$/

/** With those that were left half written; what else may lie in the directory is not this store's business. */
const ownName = /^state-\d+\.log(\.tmp)?$/

/** A log smaller than this is not worth rewriting while the emulator runs. */
const smallLog = 16 * 1024 * 1024

const checksumOf = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 16)

const lineOf = (transaction: Transaction): string => {
  const text = JSON.stringify(transaction)
  return `${checksumOf(text)} ${text}\n`
}

const transactionOf = (line: string): Transaction | undefined => {
  const text = line.slice(17)
  // The checksum says that this text was written by `lineOf`, so its shape is known.
  return line[16] === " " && line.slice(0, 16) === checksumOf(text) ? JSON.parse(text) as Transaction : undefined
}

const reasonOf = (cause: unknown): StateStoreError["reason"] => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  return code === "ENOSPC" || code === "EDQUOT" ? "NoSpace" : "Unavailable"
}

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, StateStoreError> =>
  Effect.uninterruptible(Effect.tryPromise({
    try: run,
    catch: (cause) =>
      cause instanceof StateStoreError
        ? cause
        : new StateStoreError({
          reason: reasonOf(cause),
          message: cause instanceof Error ? cause.message : String(cause)
        })
  }))

/** The rows that are alive, in the order in which they were first set. */
const liveRows = (transactions: Iterable<Transaction>): Iterable<Change> => {
  const rows = new Map<string, Change>()
  for (const transaction of transactions) {
    for (const change of transaction) {
      const id = `${change.collection}\n${change.key}`
      if (change.value === null) rows.delete(id)
      else rows.set(id, change)
    }
  }
  return rows.values()
}

const readLog = async (file: string): Promise<Array<Transaction>> => {
  const handle = await fs.open(file, "r")
  const transactions: Array<Transaction> = []
  let damagedAt: number | undefined
  let number = 0
  for await (const line of readLines(handle.createReadStream({ encoding: "utf8" }))) {
    number++
    const transaction = transactionOf(line)
    if (transaction === undefined) damagedAt ??= number
    // A crash cuts the end short and nothing else: a good line behind a bad one is another kind of damage.
    else if (damagedAt !== undefined) {
      throw new StateStoreError({ reason: "Damaged", message: `${file} is damaged in line ${damagedAt}` })
    } else transactions.push(transaction)
  }
  return transactions
}

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await fs.open(directory, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface Log {
  readonly file: string
  readonly generation: number
  readonly handle: fs.FileHandle
  /** Length of what is known to be good; a failed write is cut back to it. */
  length: number
  /** A failed write could not be cut back, so nothing may follow it. */
  isBroken: boolean
  readonly lengthAtStart: number
}

const writeAll = async (handle: fs.FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
}

/** Once the new file has its name, it is the one that counts: nothing may fail after that. */
const writeGeneration = async (directory: string, generation: number, rows: Iterable<Change>): Promise<Log> => {
  const file = path.join(directory, `state-${generation}.log`)
  const temporary = `${file}.tmp`
  const handle = await fs.open(temporary, "w", PrivateFiles.fileMode)
  let length = 0
  try {
    let lines: Array<string> = []
    const flush = async () => {
      const bytes = Buffer.from(lines.join(""))
      lines = []
      await writeAll(handle, bytes, length)
      length += bytes.length
    }
    for (const row of rows) {
      if (lines.push(lineOf([row])) === 1000) await flush()
    }
    await flush()
    await handle.sync()
    await fs.rename(temporary, file)
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return { file, generation, handle, length, isBroken: false, lengthAtStart: length }
}

const generationsIn = async (directory: string): Promise<Array<number>> =>
  (await fs.readdir(directory)).flatMap((name) => {
    const generation = logName.exec(name)?.[1]
    return generation === undefined ? [] : [Number(generation)]
  }).sort((one, other) => other - one)

const removeOthers = async (directory: string, generation: number): Promise<void> => {
  // The old log may go only when the new one's name has reached the disk.
  await syncDirectory(directory)
  for (const name of await fs.readdir(directory)) {
    if (ownName.test(name) && name !== `state-${generation}.log`) await fs.rm(path.join(directory, name))
  }
}

const write = async (log: Log, transactions: ReadonlyArray<Transaction>): Promise<void> => {
  const bytes = Buffer.from(transactions.map(lineOf).join(""))
  try {
    await writeAll(log.handle, bytes, log.length)
    await log.handle.datasync()
    log.length += bytes.length
  } catch (cause) {
    log.isBroken = true
    await log.handle.truncate(log.length)
    log.isBroken = false
    throw cause
  }
}

/**
 * Opens the directory (made when it is missing) for this process alone.
 */
export const make = (directory: string): Effect.Effect<StateStore.Service, StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    yield* attempt(() => PrivateFiles.makeDirectory(directory))
    yield* DirectoryLock.acquire(directory)

    let log: Log | undefined
    yield* Effect.addFinalizer(() => Effect.promise(async () => log?.handle.close()))

    const rewrite = async (transactions: ReadonlyArray<Transaction>, generation: number) => {
      const next = await writeGeneration(directory, generation, liveRows(transactions))
      const previous = log
      log = next
      await previous?.handle.close()
      await removeOthers(directory, generation)
    }

    const load = attempt(async () => {
      const [generation = 0] = await generationsIn(directory)
      const stored = generation === 0 ? [] : await readLog(path.join(directory, `state-${generation}.log`))
      await rewrite(stored, generation + 1)
      return stored
    })

    const store = (transactions: ReadonlyArray<Transaction>) =>
      attempt(async () => {
        if (log === undefined || log.isBroken) {
          throw new StateStoreError({ reason: "Unavailable", message: `the state in ${directory} cannot be written` })
        }
        await write(log, transactions)
        return log
      })

    /** What was stored stays stored when there is no room for this; the next append tries again. */
    const rewriteWhenLarge = (log: Log) =>
      log.length <= Math.max(smallLog, 4 * log.lengthAtStart)
        ? Effect.void
        : Effect.catchAll(
          attempt(async () => rewrite(await readLog(log.file), log.generation + 1)),
          (error) => Effect.logWarning(`the state was not rewritten: ${error.message}`)
        )

    return { load, append: (transactions) => Effect.flatMap(store(transactions), rewriteWhenLarge) }
  })
