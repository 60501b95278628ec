/**
 * A lock that other processes see: a file, kept fresh by its owner (Node).
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { hostname } from "node:os"

const heartbeat = Duration.seconds(5)

/** A lock without a sign of life for so long is nobody's. */
const patience = Duration.seconds(30)

/** `namespace` is missing in what older versions wrote, and where the system has none. */
const Owner = Schema.parseJson(
  Schema.Struct({
    pid: Schema.Number,
    host: Schema.String,
    token: Schema.String,
    namespace: Schema.optional(Schema.String)
  })
)
type Owner = typeof Owner.Type

/** Locks of this process: a process id alone says little, since containers give out the same ones again and again. */
const held = new Set<string>()

/** The same process id is another process in another namespace of them. Only Linux has them: elsewhere there is no such link. */
const findNamespace = (): Promise<string | undefined> => readlink("/proc/self/ns/pid").catch(() => undefined)
let found: Promise<string | undefined> | undefined
const ownNamespace = (): Promise<string | undefined> => (found ??= findNamespace())

const codeOf = (error: unknown): unknown => error instanceof Error && "code" in error ? error.code : undefined

/** The file was made, and there was no room for its text. */
const isFull = (error: unknown): boolean => codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT"

/** Creates the file if there is none; `false` if there is. */
const create = async (path: string, text: string): Promise<boolean> => {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    // An empty one would be somebody's.
    if (isFull(error)) await rm(path, { force: true })
    throw error
  }
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== "ESRCH"
  }
}

/** In epoch milliseconds. */
const processBegan = (): number => Date.now() - process.uptime() * 1000

/** Whether the process that wrote the record has ended, as far as this machine can tell. `seen` is its last sign of life. */
const hasEnded = async ({ host, namespace, pid, token }: Owner, seen: number): Promise<boolean> => {
  if (host !== hostname()) return false
  // An earlier process with the same id, as after a restart of its container. A later sign of life may be of another thread.
  if (pid === process.pid) return !held.has(token) && seen < processBegan()
  // In another namespace an id that means nothing here may be that of a living process.
  return (namespace === undefined || namespace === await ownNamespace()) && !alive(pid)
}

const ownerOf = async (path: string): Promise<Owner | undefined> =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Owner)(await readFile(path, "utf8").catch(() => "")))

/**
 * Whether a text is that of a lock; one that was only just made has none.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isLock = (text: string): boolean => text === "" || Option.isSome(Schema.decodeUnknownOption(Owner)(text))

/**
 * Nobody has the lock, or who had it is gone. `now` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isAbandoned = async (path: string, now: number): Promise<boolean> => {
  const seen = await stat(path).then((stats) => stats.mtimeMs, () => undefined)
  if (seen === undefined || now - seen > Duration.toMillis(patience)) return true
  const owner = await ownerOf(path)
  return owner !== undefined && await hasEnded(owner, seen)
}

/** Only who holds the second file may replace the first, so two processes never both take over. */
const takeOver = async (path: string, owner: Owner, now: number): Promise<boolean> => {
  const gate = `${path}.taking`
  if (!await create(gate, owner.token)) {
    if (await isAbandoned(gate, now)) await rm(gate, { force: true })
    return false
  }
  try {
    if (!await isAbandoned(path, now)) return false
    const fresh = `${path}.${owner.token}.new`
    await writeFile(fresh, JSON.stringify(owner), { mode: 0o600 })
    await rename(fresh, path)
    return true
  } finally {
    await rm(gate, { force: true })
  }
}

const take = async (path: string, owner: Owner, now: number): Promise<boolean> =>
  await create(path, JSON.stringify(owner)) || (await isAbandoned(path, now) && await takeOver(path, owner, now))

const isOf = async (path: string, owner: Owner): Promise<boolean> => (await ownerOf(path))?.token === owner.token

const release = async (path: string, owner: Owner): Promise<void> => {
  if (await isOf(path, owner)) await rm(path, { force: true })
}

/** Whoever has it by now keeps it fresh. */
const refresh = async (path: string, owner: Owner, now: number): Promise<void> => {
  if (await isOf(path, owner)) await utimes(path, now / 1000, now / 1000)
}

/**
 * A lock that was taken. `isHeld`: nobody has taken it over, as happens to a process that was asleep.
 *
 * @since 1.0.7
 * @category models
 */
export interface Lock {
  readonly isHeld: () => Promise<boolean>
}

/**
 * Takes the lock until the scope ends; `undefined` when another process (or another part of this one) has it. The lock of
 * a dead process, or one without a sign of life for 30 s, is taken over. Of a process in another namespace of process ids, such as
 * another container, only the signs of life are believed. Fails when the folder cannot be written.
 *
 * @since 1.0.7
 * @category constructors
 */
export const lockFile = Effect.fnUntraced(function*(
  path: string
): Effect.fn.Return<Lock | undefined, unknown, Scope.Scope> {
  const now = yield* Clock.currentTimeMillis
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (error) => error })
  const namespace = yield* attempt(ownNamespace)
  const owner: Owner = { pid: process.pid, host: hostname(), token: randomUUID(), namespace }
  yield* Effect.acquireRelease(
    Effect.sync(() => held.add(owner.token)),
    () => Effect.sync(() => held.delete(owner.token))
  )
  const taken = yield* Effect.acquireRelease(
    attempt(() => take(path, owner, now)),
    (mine) =>
      mine
        ? Effect.catchAll(attempt(() => release(path, owner)), (error) => Effect.logWarning("a lock stays", error))
        : Effect.void
  )
  if (!taken) return undefined
  const beat = Effect.flatMap(Clock.currentTimeMillis, (time) => attempt(() => refresh(path, owner, time)))
  yield* beat.pipe(
    Effect.catchAll((error) => Effect.logWarning("a lock could not be kept fresh", error)),
    Effect.repeat(Schedule.spaced(heartbeat)),
    Effect.delay(heartbeat),
    Effect.interruptible,
    Effect.forkScoped
  )
  return { isHeld: () => isOf(path, owner) }
})
