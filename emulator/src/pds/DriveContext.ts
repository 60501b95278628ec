/**
 * What the PDS endpoint works with.
 */
import type * as Duration from "effect/Duration"
import type { UserRules } from "../accounts/Accounts.js"
import type { BlobStore } from "../blobs/BlobStore.js"
import type { Catalogue } from "../catalogue/Catalogue.js"
import type * as Listing from "../catalogue/Listing.js"
import type { SignedAddresses } from "../http/SignedAddresses.js"
import type { Thumbnails } from "../thumbnails/Thumbnails.js"
import type { DriveTasks } from "./DriveTasks.js"
import type { DriveTokens } from "./DriveTokens.js"
import type { DriveUploadRows } from "./DriveUploads.js"

/**
 * What domains of the service differ in. Default: parts may come in any order when the client asks for it, and an
 * address of a part works for 15 minutes.
 */
export interface DriveRules {
  readonly parallelUpload: boolean
  readonly listAnnounced: boolean
  readonly addressLifetime: Duration.Duration
}

export interface DriveContext {
  readonly users: ReadonlyArray<UserRules>
  readonly catalogue: Catalogue
  readonly sorted: ReturnType<typeof Listing.makeSorted>
  readonly blobs: BlobStore.Service
  readonly tokens: DriveTokens
  readonly uploads: DriveUploadRows
  readonly tasks: DriveTasks
  readonly addresses: SignedAddresses
  readonly thumbnails: Thumbnails
  readonly rules: DriveRules
}
