/**
 * Small files that survive a crash, and what a crash leaves beside them (Node).
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { isAbandoned } from "./LockFile.js"

const write = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx", 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * The file is either the old one or the new one, whole, whenever the machine stops. Of two writers the last one stays. `allowed` is
 * asked at the last moment, when only the name is still to be changed; `false` when it said no.
 *
 * @since 1.0.7
 * @category combinators
 */
export const replaceFile = async (
  path: string,
  text: string,
  allowed: () => Promise<boolean> = () => Promise.resolve(true)
): Promise<boolean> => {
  const fresh = `${path}.${randomUUID()}.new`
  try {
    await write(fresh, text)
    if (!await allowed()) return false
    await rename(fresh, path)
    return true
  } finally {
    await rm(fresh, { force: true })
  }
}

/** A file is written within a moment. A machine that was asleep in the middle of it has an hour to finish. */
const longestWriting = Duration.hours(1)

/** Also where a file stands in the place of the folder: that is said by the first write. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

const orMissing = <A>(missing: A) => (error: unknown): A => {
  if (isMissing(error)) return missing
  throw error
}

/** Names that this store gives; what else may lie in the folder is not its business. */
const ours = /\.(json|lock)\.[\da-f-]{36}\.new$/

const sweep = async (directory: string, now: number): Promise<void> => {
  const names = await readdir(directory).catch(orMissing<ReadonlyArray<string>>([]))
  for (const name of names.filter((one) => ours.test(one))) {
    const path = join(directory, name)
    const writtenAt = await stat(path).then(({ mtimeMs }) => mtimeMs, orMissing(now))
    const isOld = now - writtenAt > Duration.toMillis(longestWriting)
    if (isOld && await isAbandoned(join(directory, name.replace(ours, ".lock")), now)) await rm(path, { force: true })
  }
}

/**
 * Removes half-written files of more than an hour of uploads that no living process drives. What cannot be removed stays, and is
 * logged.
 *
 * @since 1.0.7
 * @category constructors
 */
export const sweepUnfinished = (directory: string): Effect.Effect<void> =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => Effect.tryPromise({ try: () => sweep(directory, now), catch: (error) => error })),
    Effect.catchAll((error) => Effect.logWarning("files that were left half written stay", error))
  )
