/**
 * The drive behind a pds space.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import type { PdsClient } from "./PdsClient.js"
import { reading } from "./PdsErrors.js"

const size = Schema.optional(Schema.NullOr(Schema.Number))

const Drive = Schema.Struct({ total_size: size, used_size: size })

/**
 * What the drive may hold and holds; a new file counts a few seconds later.
 */
export const usage = (client: PdsClient): NonNullable<StorageProvider["usage"]> =>
  client.call({
    operation: "Spaces.driveInfo",
    path: "/drive/get",
    body: (drive_id) => ({ drive_id }),
    response: Drive,
    repeat: "harmless"
  }).pipe(
    reading({ operation: "Spaces.driveInfo" }),
    Effect.map(({ total_size, used_size }) => ({
      ...(typeof total_size === "number" ? { totalSize: total_size } : {}),
      ...(typeof used_size === "number" ? { usedSize: used_size } : {})
    })),
    Effect.withSpan("PdsProvider.usage")
  )
