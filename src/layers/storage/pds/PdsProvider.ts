/**
 * The provider of one pds space. Loaded when the first one is opened, so that a page does not carry it from the start.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Space } from "../../../domain/Space.js"
import type { Credentials } from "../../../services/Credentials.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import * as PdsBin from "./PdsBin.js"
import * as PdsClient from "./PdsClient.js"
import * as PdsDownloads from "./PdsDownloads.js"
import { reading } from "./PdsErrors.js"
import * as PdsFiles from "./PdsFiles.js"
import * as PdsTasks from "./PdsTasks.js"
import * as PdsUploads from "./PdsUploads.js"

const size = Schema.optional(Schema.NullOr(Schema.Number))

const Drive = Schema.Struct({ total_size: size, used_size: size })

/**
 * What the drive may hold and holds; a new file counts a few seconds later.
 */
const usage = (client: PdsClient.PdsClient): NonNullable<StorageProvider["usage"]> =>
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

/**
 * What all pds spaces share.
 */
export interface PdsSurroundings {
  readonly credentials: Credentials.Service
  readonly httpClient: HttpClient.HttpClient
  readonly parallelUpload: boolean
}

/**
 * Makes the provider; no call is made.
 */
export const make = (surroundings: PdsSurroundings, space: Space): StorageProvider => {
  const client = PdsClient.make({ ...surroundings, spaceId: space.spaceId })
  const { ended, ...tasks } = PdsTasks.make(client)
  const files = PdsFiles.make(client, { ...tasks, ended }, space.spaceId)
  return {
    space,
    platform: "pds",
    usage: usage(client),
    files,
    tasks,
    bin: PdsBin.make(client, { ...tasks, ended }),
    uploads: PdsUploads.make({ client, space, files, parallelUpload: surroundings.parallelUpload }),
    downloads: PdsDownloads.make(client)
  }
}
