/**
 * How an emulator is set up.
 *
 * @since 1.0.7
 */
import type * as Duration from "effect/Duration"
import type { Platform } from "../../src/domain/Platform.js"
import type { Fault } from "../../src/testing/FaultScript.js"
import type { UserRules } from "./accounts/Accounts.js"
import type { BlobStore } from "./blobs/BlobStore.js"
import type { SpaceRules } from "./catalogue/SpaceRules.js"
import type { StateStore } from "./state/StateStore.js"

/**
 * A space to be served. Sizes in bytes, speed in bytes per second, 0 = unlimited; what is left out is as the emulator's
 * own options say. `bucket` defaults to a name made from the id.
 *
 * @since 1.0.7
 * @category models
 */
export interface SpaceOptions {
  readonly spaceId: string
  readonly platform: Platform
  readonly name?: string | undefined
  readonly bucket?: string | undefined
  readonly quota?: number | undefined
  readonly fileSizeLimit?: number | undefined
  readonly downloadSpeed?: number | undefined
  /** pds: calls that would change something are refused with `ForbiddenNoPermission.File`. Default false. */
  readonly readOnly?: boolean | undefined
}

/**
 * A user who may sign in with this access token. One who is not `registered` has to be added first (default true).
 *
 * @since 1.0.7
 * @category models
 */
export interface UserOptions {
  readonly wsid: string
  readonly accessToken: string
  readonly registered?: boolean | undefined
  readonly spaces: ReadonlyArray<SpaceOptions>
}

/**
 * An S3 server that holds the objects of the s3 spaces in one bucket and that clients use directly.
 *
 * @since 1.0.7
 * @category models
 */
export interface ExternalS3 {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/**
 * An OSS bucket that holds the objects of the oss spaces and that clients use directly. `region` as OSS spells it:
 * `oss-cn-hangzhou`.
 *
 * @since 1.0.7
 * @category models
 */
export interface ExternalOss {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly securityToken?: string | undefined
}

/**
 * Where each app is reached.
 *
 * @since 1.0.7
 * @category models
 */
export interface Origins {
  readonly api: string
  readonly s3: string
  readonly oss: string
  readonly pds: string
}

/**
 * Options of an emulator; all may be left out. Without `data` everything ends with the process.
 *
 * @since 1.0.7
 * @category models
 */
export interface EmulatorOptions {
  /** Where clients reach the apps. Default: two addresses that exist in-process only. */
  readonly origins?: Origins | undefined
  /** A directory for everything that is to outlive the process. */
  readonly data?: string | undefined
  /** Default: one user with the sample spaces. */
  readonly users?: ReadonlyArray<UserOptions> | undefined
  /** Spaces of the one user, when `users` is left out. Default: `sampleSpaces`. */
  readonly spaces?: ReadonlyArray<SpaceOptions> | undefined
  /** The one user's access token, when `users` is left out. Default: a random one, kept in `data`. */
  readonly accessToken?: string | undefined
  readonly quota?: number | undefined
  readonly fileSizeLimit?: number | undefined
  readonly downloadSpeed?: number | undefined
  /** How long the temporary keys of the token call work. Default one hour. */
  readonly credentialLifetime?: Duration.DurationInput | undefined
  /** How long a background task of the service takes; with 0 it is over when its call is answered. Default 500 ms. */
  readonly taskDuration?: Duration.DurationInput | undefined
  /** How long an address of bytes on a pds space works when a call asks for no other. Default 15 minutes. */
  readonly addressLifetime?: Duration.DurationInput | undefined
  /** Whether parts of uploads to pds spaces may come in any order, for clients that ask for it. Default true. */
  readonly parallelUpload?: boolean | undefined
  /**
   * How the product API writes values whose type the specification does not give. `other`: ids of digits as numbers, numbers as text,
   * flags as 0 and 1, null and "" for each other. Default `usual`.
   */
  readonly wireTypes?: "usual" | "other" | undefined
  /**
   * Whether files that are announced, and whose bytes are still to come, are in lists and take their names, with the status
   * `uploading`. Default false: they are hidden until they are confirmed.
   */
  readonly listAnnounced?: boolean | undefined
  readonly faults?: ReadonlyArray<Fault> | undefined
  /**
   * Whether who is signed in on this machine may switch faults on and off over HTTP, as the inspector of the web drive does. Default
   * false.
   */
  readonly faultSwitches?: boolean | undefined
  readonly externalS3?: ExternalS3 | undefined
  readonly externalOss?: ExternalOss | undefined
  /** A folder with the built web drive, served on the product API's origin. Default: none. */
  readonly webDrive?: string | undefined
  /** Stores of one's own in place of memory or `data`. */
  readonly blobs?: BlobStore.Service | undefined
  readonly state?: StateStore.Service | undefined
}

/**
 * The default spaces. The last one stands for platforms that are not supported.
 *
 * @since 1.0.7
 * @category constants
 */
export const sampleSpaces: ReadonlyArray<SpaceOptions> = [
  { spaceId: "s3-files", platform: "s3", name: "Files" },
  { spaceId: "s3-archive", platform: "s3", name: "Archive" },
  { spaceId: "oss-files", platform: "oss", name: "Objects" },
  { spaceId: "pds-files", platform: "pds", name: "Drive" },
  { spaceId: "cos-legacy", platform: "cos", name: "Legacy" }
]

const bucketName = (spaceId: string): string =>
  `drive-${spaceId.toLowerCase().replace(/[^a-z0-9-]/g, "-")}`.slice(0, 63)

const externalBucket = (options: EmulatorOptions, { platform }: SpaceOptions): string | undefined =>
  platform === "s3" ? options.externalS3?.bucket : platform === "oss" ? options.externalOss?.bucket : undefined

const rulesOf = (options: EmulatorOptions) => (space: SpaceOptions): SpaceRules => ({
  spaceId: space.spaceId,
  platform: space.platform,
  name: space.name ?? space.spaceId,
  bucket: externalBucket(options, space) ?? space.bucket ?? bucketName(space.spaceId),
  quota: space.quota ?? options.quota ?? 0,
  fileSizeLimit: space.fileSizeLimit ?? options.fileSizeLimit ?? 0,
  downloadSpeed: space.downloadSpeed ?? options.downloadSpeed ?? 0,
  readOnly: space.readOnly ?? false
})

/**
 * The users that the options describe.
 *
 * @since 1.0.7
 * @category combinators
 */
export const usersOf = (options: EmulatorOptions, accessToken: string): ReadonlyArray<UserRules> => {
  const users: ReadonlyArray<UserOptions> = options.users ??
    [{ wsid: "sample-user", accessToken, spaces: options.spaces ?? sampleSpaces }]
  return users.map((user) => ({
    wsid: user.wsid,
    accessToken: user.accessToken,
    registered: user.registered ?? true,
    spaces: user.spaces.map(rulesOf(options))
  }))
}
