/**
 * The access keys that the emulator's storage endpoints know: long-lived ones for direct clients, temporary ones that
 * the product API hands out with a space's credentials.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { randomBytes } from "node:crypto"

/**
 * An access key as plain data, fit to be saved. `expiresAt` is in milliseconds since the epoch; a key without it never
 * expires. `buckets` are those that it may use.
 */
export const AccessKey = Schema.Struct({
  accessKeyId: Schema.NonEmptyString,
  secretAccessKey: Schema.NonEmptyString,
  sessionToken: Schema.optional(Schema.NonEmptyString),
  expiresAt: Schema.optional(Schema.Number),
  buckets: Schema.Union(Schema.Literal("all"), Schema.Array(Schema.String))
})

export type AccessKey = typeof AccessKey.Type

/**
 * Whether the key may use this bucket.
 */
export const allows = (key: AccessKey, bucket: string): boolean => key.buckets === "all" || key.buckets.includes(bucket)

/**
 * Whether the key has expired at this time (milliseconds since the epoch).
 */
export const isExpired = (key: AccessKey, now: number): boolean => key.expiresAt !== undefined && key.expiresAt <= now

/**
 * The registry of access keys.
 */
export class AccessKeys extends Context.Tag("effect-drive/emulator/AccessKeys")<AccessKeys, AccessKeys.Service>() {
  static readonly layer: Layer.Layer<AccessKeys> = Layer.sync(AccessKeys, () => make())
}

export declare namespace AccessKeys {
  /**
   * `issue` with a lifetime gives a temporary key with a session token. `find` also finds expired keys, so that an
   * endpoint can tell an expired key from one that never was; they are forgotten a day after they expired.
   */
  export interface Service {
    readonly issue: (options: {
      readonly buckets: AccessKey["buckets"]
      readonly lifetime?: Duration.DurationInput | undefined
    }) => Effect.Effect<AccessKey>
    /** Takes in a key made elsewhere or in an earlier run; one with the same id is replaced. */
    readonly add: (key: AccessKey) => Effect.Effect<void>
    readonly find: (accessKeyId: string) => Effect.Effect<Option.Option<AccessKey>>
    readonly revoke: (accessKeyId: string) => Effect.Effect<void>
    /** Ends every temporary key now. */
    readonly expireAll: () => Effect.Effect<void>
    /** The keys that never expire: what is worth saving. */
    readonly longLived: Effect.Effect<ReadonlyArray<AccessKey>>
  }
}

const rememberExpired = Duration.toMillis("1 day")

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const randomId = (prefix: string): string =>
  prefix + Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join("")

/**
 * A registry in memory.
 */
export const make = (): AccessKeys.Service => {
  const keys = new Map<string, AccessKey>()

  const forgetLongExpired = (now: number): void => {
    for (const key of keys.values()) {
      if (isExpired(key, now - rememberExpired)) keys.delete(key.accessKeyId)
    }
  }

  const temporary = (expiresAt: number) => ({
    accessKeyId: randomId("ASIA"),
    sessionToken: randomBytes(96).toString("base64"),
    expiresAt
  })

  return {
    issue: ({ buckets, lifetime }) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        forgetLongExpired(now)
        const key: AccessKey = {
          ...(lifetime === undefined
            ? { accessKeyId: randomId("AKIA") }
            : temporary(now + Duration.toMillis(lifetime))),
          secretAccessKey: randomBytes(30).toString("base64"),
          buckets
        }
        keys.set(key.accessKeyId, key)
        return key
      }),
    add: (key) => Effect.sync(() => void keys.set(key.accessKeyId, key)),
    find: (accessKeyId) => Effect.sync(() => Option.fromNullable(keys.get(accessKeyId))),
    revoke: (accessKeyId) => Effect.sync(() => void keys.delete(accessKeyId)),
    expireAll: () =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        for (const key of keys.values()) {
          if (key.expiresAt !== undefined && key.expiresAt > now) keys.set(key.accessKeyId, { ...key, expiresAt: now })
        }
      }),
    longLived: Effect.sync(() => Array.from(keys.values()).filter((key) => key.expiresAt === undefined))
  }
}
