/**
 * Codes of shares as they are kept: salted, and slow to guess for who has the data. Codes are short, so that a fast hash
 * would be no protection.
 */
import * as Effect from "effect/Effect"
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from "node:crypto"

const length = 32

/** 32 MiB for each try. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const derive = (code: string, salt: Buffer): Effect.Effect<Buffer> =>
  Effect.async((resume) =>
    scrypt(code, salt, length, cost, (error, key) => resume(error === null ? Effect.succeed(key) : Effect.die(error)))
  )

export const make = (code: string): Effect.Effect<string> =>
  Effect.suspend(() => {
    const salt = randomBytes(16)
    return Effect.map(derive(code, salt), (key) => `scrypt ${salt.toString("base64")} ${key.toString("base64")}`)
  })

/**
 * Whether the hash is that of this code.
 */
export const isOf = (hash: string, code: string): Effect.Effect<boolean> => {
  const [name, salt = "", key = ""] = hash.split(" ")
  const kept = Buffer.from(key, "base64")
  return name === "scrypt" && kept.length === length
    ? Effect.map(derive(code, Buffer.from(salt, "base64")), (derived) => timingSafeEqual(derived, kept))
    : Effect.succeed(false)
}
