/**
 * What the emulator makes up once and keeps with its data: the secrets of the sample user and of direct PDS clients, and
 * the key for direct storage clients.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccessKeys } from "./AccessKeys.js"
import { AccessKey } from "./AccessKeys.js"
import { newSecret } from "./catalogue/Identifiers.js"
import type { Database } from "./state/Database.js"
import { Collection } from "./state/Database.js"
import type { StateStoreError } from "./state/StateStore.js"

/**
 * The rows, before there is a database to keep them.
 */
export const makeRows = () => ({
  accessTokens: new Collection("accessTokens", Schema.NonEmptyString),
  storageKeys: new Collection("storageKeys", AccessKey)
})

type Rows = ReturnType<typeof makeRows>

/**
 * A kept secret, or a new one: the sample user's access token, the long-lived token for direct PDS clients, and what
 * addresses of bytes on drives are signed with.
 */
export const secret = (
  rows: Rows,
  database: Database,
  name: "sample" | "drive" | "driveAddresses" | "thumbnailAddresses"
): Effect.Effect<string, StateStoreError> =>
  Effect.suspend(() => {
    const kept = rows.accessTokens.get(name)
    if (kept !== undefined) return Effect.succeed(kept)
    const made = newSecret()
    return Effect.as(database.commit([rows.accessTokens.put(name, made)]), made)
  })

/**
 * The kept key for direct clients, or a new one; the registry knows it from now on.
 */
export const directKey = (
  rows: Rows,
  database: Database,
  keys: AccessKeys.Service
): Effect.Effect<AccessKey, StateStoreError> =>
  Effect.suspend(() => {
    const kept = rows.storageKeys.get("direct")
    return kept === undefined
      ? Effect.tap(
        keys.issue({ buckets: "all" }),
        (made) => database.commit([rows.storageKeys.put("direct", made)])
      )
      : Effect.as(keys.add(kept), kept)
  })
