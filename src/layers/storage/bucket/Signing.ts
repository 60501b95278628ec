/**
 * What signed addresses of all buckets have in common.
 */
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { defaultPresignExpiry, maxPresignExpiry } from "../../../domain/Constants.js"
import { InvalidInput } from "../../../domain/errors/InputErrors.js"
import * as Positive from "../../../domain/Positive.js"
import type { StorageCredential } from "../../../domain/StorageCredential.js"
import type { SignedAddress } from "../../../services/Transport.js"

// what needs these names needs most of this file, and a page loads both as one
export { attachment, escape } from "../../http/attachment.js"

/**
 * The metadata key of the mark by which an upload recognises its object.
 */
export const markKey = "effect-drive"

/**
 * Seconds; the length of life that was asked for, if it is allowed (spec point 5: one week at most).
 */
export const lifeOf = (expiresIn: Duration.DurationInput | undefined): Either.Either<number, InvalidInput> =>
  Either.flatMap(Positive.duration("expiresIn", expiresIn ?? defaultPresignExpiry), (life) => {
    if (Duration.greaterThan(life, maxPresignExpiry)) {
      return Either.left(new InvalidInput({ field: "expiresIn", message: "a signed address lives one week at most" }))
    }
    const seconds = Math.floor(Duration.toSeconds(life))
    return seconds > 0
      ? Either.right(seconds)
      : Either.left(new InvalidInput({ field: "expiresIn", message: "a signed address lives one second at least" }))
  })

/**
 * An address that was signed at `time` (epoch milliseconds) for `seconds`; it ends with its credential at the latest.
 */
export const signedAddress = (signed: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly time: number
  readonly seconds: number
  readonly credential: StorageCredential
}): SignedAddress => ({
  url: Redacted.make(signed.url),
  headers: signed.headers,
  credentialVersion: signed.credential.version,
  expiresAt: Math.min(signed.time + signed.seconds * 1000, signed.credential.expiresAt ?? Number.POSITIVE_INFINITY)
})
