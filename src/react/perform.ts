/**
 * Runs a promise of the drive or an Effect over its services, as one promise.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { DriveClient, DriveServices } from "../promise/DriveClient.js"
import { isDriveError } from "../promise/DriveError.js"
import { markBug } from "./queryDefaults.js"

/**
 * What your own reads and mutations run. It must pass the signal on, which is aborted when nobody waits for the result
 * any more.
 *
 * @since 1.0.7
 * @category models
 */
export type Work<A, E> = Effect.Effect<A, E, DriveServices> | Promise<A>

/**
 * Rejects with the failure itself; everything else that it rejects with is marked as a bug.
 *
 * @since 1.0.7
 * @category combinators
 */
export const perform = async <A, E>(drive: DriveClient, start: () => Work<A, E>, signal: AbortSignal): Promise<A> => {
  const bug = (cause: unknown) => {
    throw isDriveError(cause) || signal.aborted ? cause : markBug(cause)
  }
  const begun = async () => {
    const work = start()
    return Effect.isEffect(work) ? drive.run(Effect.either(work), { signal }) : Either.right(await work)
  }
  const ended: Either.Either<A, E> = await begun().catch(bug)
  if (Either.isLeft(ended)) throw ended.left
  return ended.right
}
