/**
 * What the product API's routes work with.
 */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Accounts } from "../accounts/Accounts.js"
import type { ArchiveExpiry } from "../archive/ArchiveExpiry.js"
import type { AssetFolders } from "../assets/AssetFolders.js"
import type { Assets } from "../assets/Assets.js"
import type { Shares } from "../assets/Shares.js"
import type { Catalogue } from "../catalogue/Catalogue.js"
import type { Entry } from "../catalogue/CatalogueEntry.js"
import type * as Listing from "../catalogue/Listing.js"
import type { SpaceRules } from "../catalogue/SpaceRules.js"
import type { SignedAddresses } from "../http/SignedAddresses.js"
import type { DriveTokens } from "../pds/DriveTokens.js"
import type { Migrations } from "../tasks/Migrations.js"
import type { Tasks } from "../tasks/Tasks.js"
import type { Thumbnails } from "../thumbnails/Thumbnails.js"

/**
 * The callback of an OSS bucket, as the token call spells it (spec point 3).
 */
export interface UploadCallback {
  readonly callback_url: string
  readonly callback_host: string
  readonly callback_body: string
  readonly callback_body_type: string
}

/**
 * Keys for a bucket as the token call gives them. `expiresAt` is in epoch milliseconds.
 */
export interface BucketKeys {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly securityToken: string | undefined
  readonly expiresAt: number
  /** What an OSS bucket is to call when an object was stored. */
  readonly callback?: UploadCallback | undefined
}

/**
 * The storage behind the spaces, as far as the product API hands it out.
 */
export interface Storage {
  readonly issueKeys: (space: SpaceRules, lifetime: Duration.Duration) => Effect.Effect<BucketKeys>
  /** A signed address from which anybody can read the file for a while, under its name. */
  readonly downloadUrl: (space: SpaceRules, file: Entry) => Effect.Effect<string>
}

export interface ApiContext {
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly list: ReturnType<typeof Listing.make>
  readonly storage: Storage & {
    /** A signed address of the bytes, also for spaces whose bytes the product API hands out no other way. */
    readonly wholeUrl: Storage["downloadUrl"]
  }
  readonly thumbnails: Thumbnails
  readonly thumbnailAddresses: SignedAddresses
  /** Of the spaces on pds: where they are, and the tokens for them. */
  readonly drives: { readonly endpoint: string; readonly tokens: DriveTokens }
  readonly assetFolders: AssetFolders
  readonly assets: Assets
  readonly shares: Shares
  readonly tasks: Tasks
  readonly archiveLives: ArchiveExpiry
  readonly migrations: Migrations
  readonly credentialLifetime: Duration.Duration
}
