/**
 * One call to a bucket that is made for its own sake, outside of any upload.
 */
import * as Effect from "effect/Effect"
import type { SpaceId } from "../../domain/Ids.js"
import { defaultRetryPolicy } from "../../services/transfers/patience.js"
import { SignIns } from "../../services/transfers/signIns.js"
import type { Failure, RetryOwner } from "../../transfer/parts/retrying.js"
import { retrying } from "../../transfer/parts/retrying.js"

const ownerOf = (spaceId: SpaceId): RetryOwner => ({
  spaceId,
  policy: { ...defaultRetryPolicy, failures: 0 },
  signIns: new SignIns(),
  progress: () => 0,
  waits: () => undefined,
  answered: () => undefined,
  congested: Effect.void
})

/**
 * Goes on with a fresh credential when the one at hand has expired, and once more with a corrected clock. All else is the
 * caller's to repeat: it knows whether doing it twice does harm.
 */
export const settled = <A, E extends Failure, R>(spaceId: SpaceId, attempt: Effect.Effect<A, E, R>) =>
  retrying(ownerOf(spaceId), attempt)
