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

/** Of whom the process id says that they may have ended, a sign of life would have come within this time. */
const silence = Duration.times(heartbeat, 2)

/** `namespace` and `boot` are missing in what older versions wrote, and where the system has none. */
const Owner = Schema.parseJson(
  Schema.Struct({
    pid: Schema.Number,
    host: Schema.String,
    token: Schema.String,
    namespace: Schema.optional(Schema.String),
    boot: Schema.optional(Schema.String)
  })
)
type Owner = typeof Owner.Type

/** Locks of this process: a process id alone says little, since containers give out the same ones again and again. */
const held = new Set<string>()

/**
 * The same process id is another process in another namespace of them, and each machine has the same numbers of namespaces: a start of one
 * differs from all others. Only Linux has both: elsewhere there are no such files.
 */
const findSystem = async (): Promise<Pick<Owner, "boot" | "namespace">> => ({
  namespace: await readlink("/proc/self/ns/pid").catch(() => undefined),
  boot: await readFile("/proc/sys/kernel/random/boot_id", "utf8").then((id) => id.trim(), () => undefined)
})
let found: ReturnType<typeof findSystem> | undefined
const ownSystem = () => (found ??= findSystem())

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

/**
 * Whether the process that wrote the record has ended, as far as this machine can tell. `seen` is its last sign of life. `perhaps`: it
 * was here before a restart, or is alive in a container or on a machine of the same name.
 */
const hasEnded = async (
  { boot, host, namespace, pid, token }: Owner,
  seen: number
): Promise<"no" | "perhaps" | "yes"> => {
  if (host !== hostname()) return "no"
  const own = await ownSystem()
  const isInNamespace = namespace === undefined || namespace === own.namespace
  const isKnown = isInNamespace && (boot === undefined || boot === own.boot)
  const hasLeft = pid === process.pid
    // An earlier process with the same id, as after a restart of its container. A later sign of life may be of another thread.
    ? !held.has(token) && seen < processBegan()
    // In another namespace an id that means nothing here may be that of a living process.
    : isInNamespace && !alive(pid)
  if (!hasLeft) return "no"
  return isKnown ? "yes" : "perhaps"
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
 * From when on the lock is nobody's if no sign of life comes, in epoch milliseconds. `isDoubtful`: it may be so already, and is known soon.
 */
const freeFrom = async (path: string): Promise<{ readonly at: number; readonly isDoubtful: boolean }> => {
  const seen = await stat(path).then((stats) => stats.mtimeMs, () => undefined)
  if (seen === undefined) return { at: -Infinity, isDoubtful: false }
  const owner = await ownerOf(path)
  const ended = owner === undefined ? "no" : await hasEnded(owner, seen)
  if (ended === "yes") return { at: -Infinity, isDoubtful: false }
  const isDoubtful = ended === "perhaps"
  return { at: seen + Duration.toMillis(isDoubtful ? silence : patience), isDoubtful }
}

/**
 * Nobody has the lock, or who had it is gone. `now` in epoch milliseconds.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isAbandoned = async (path: string, now: number): Promise<boolean> => now > (await freeFrom(path)).at

/** Milliseconds until it shows whether who had the lock is gone. A clock that was set back makes it no longer. */
const doubtOf = async (path: string, now: number): Promise<number> => {
  const { at, isDoubtful } = await freeFrom(path)
  return isDoubtful ? Math.min(at + 1 - now, Duration.toMillis(silence)) : 0
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
 * another container, only the signs of life are believed. Whether one with our id has ended, or is alive in another container or machine
 * with the name of ours, is waited for: up to 10 s. Fails when the folder cannot be written.
 *
 * @since 1.0.7
 * @category constructors
 */
export const lockFile = Effect.fnUntraced(function*(
  path: string
): Effect.fn.Return<Lock | undefined, unknown, Scope.Scope> {
  const attempt = <A>(run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: (error) => error })
  const asked = yield* Clock.currentTimeMillis
  const doubt = yield* attempt(() => doubtOf(path, asked))
  if (doubt > 0) yield* Effect.sleep(doubt)
  const now = yield* Clock.currentTimeMillis
  const system = yield* attempt(ownSystem)
  const owner: Owner = { pid: process.pid, host: hostname(), token: randomUUID(), ...system }
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
