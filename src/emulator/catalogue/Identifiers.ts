/**
 * Ids and secrets that the service gives out.
 *
 * @since 1.0.7
 */
import { randomBytes } from "node:crypto"

/**
 * An id of 24 hex digits.
 *
 * @since 1.0.7
 * @category constructors
 */
export const newId = (): string => randomBytes(12).toString("hex")

/**
 * A secret that nobody guesses.
 *
 * @since 1.0.7
 * @category constructors
 */
export const newSecret = (): string => randomBytes(24).toString("base64url")
