/**
 * Ids and secrets that the service gives out.
 */
import { randomBytes } from "node:crypto"

/**
 * An id of 24 digits, so that it may be written as text and as a number.
 */
export const newId = (): string => {
  const least = 10n ** 23n
  return String(least + BigInt(`0x${randomBytes(12).toString("hex")}`) % (9n * least))
}

/**
 * A secret that nobody guesses. A command line takes it for no option: it does not begin with a dash.
 */
export const newSecret = (): string => randomBytes(24).toString("base64url").replace(/^-/, "_")
