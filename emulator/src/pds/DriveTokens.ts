/**
 * The bearer tokens that the PDS endpoint knows: a long-lived one for direct clients, temporary ones that the product
 * API hands out with a space's credentials.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { newSecret } from "../catalogue/Identifiers.js"
import { Refusal } from "../catalogue/Refusal.js"

/**
 * A token for the drives of one user. `expiresAt` is in milliseconds since the epoch; one without it never expires.
 */
export interface DriveToken {
  readonly accessToken: string
  readonly wsid: string
  readonly expiresAt?: number | undefined
}

/**
 * `find` refuses a token that never was and one that has expired with codes of their own; expired ones are forgotten a
 * day later.
 */
export interface DriveTokens {
  readonly issue: (wsid: string, lifetime: Duration.Duration) => Effect.Effect<DriveToken & { expiresAt: number }>
  readonly add: (token: DriveToken) => void
  readonly find: (accessToken: string) => Effect.Effect<DriveToken, Refusal>
  /** Ends every temporary token now. */
  readonly expireAll: Effect.Effect<void>
}

const rememberExpired = Duration.toMillis("1 day")

const invalid = new Refusal({ code: "AccessTokenInvalid", status: 401, message: "AccessToken is invalid." })

/**
 * What a call with an expired token is answered.
 */
export const expired = new Refusal({ code: "AccessTokenExpired", status: 401, message: "AccessToken is expired." })

export const make = (): DriveTokens => {
  const tokens = new Map<string, DriveToken>()

  const forgetLongExpired = (now: number): void => {
    for (const { accessToken, expiresAt } of tokens.values()) {
      if (expiresAt !== undefined && expiresAt <= now - rememberExpired) tokens.delete(accessToken)
    }
  }

  return {
    issue: (wsid, lifetime) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        forgetLongExpired(now)
        const token = { accessToken: newSecret(), wsid, expiresAt: now + Duration.toMillis(lifetime) }
        tokens.set(token.accessToken, token)
        return token
      }),
    add: (token) => void tokens.set(token.accessToken, token),
    find: (accessToken) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const token = tokens.get(accessToken)
        if (token === undefined) return Effect.fail(invalid)
        return token.expiresAt !== undefined && token.expiresAt <= now ? Effect.fail(expired) : Effect.succeed(token)
      }),
    expireAll: Effect.map(Clock.currentTimeMillis, (now) => {
      for (const token of tokens.values()) {
        if (token.expiresAt !== undefined && token.expiresAt > now) {
          tokens.set(token.accessToken, { ...token, expiresAt: now })
        }
      }
    })
  }
}
