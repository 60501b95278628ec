/**
 * What the emulator knows about a space when it starts.
 */

/**
 * Sizes in bytes, speed in bytes per second; 0 = unlimited. `bucket` holds the space's objects. A `readOnly` drive (pds) can be
 * looked at and downloaded from.
 */
export interface SpaceRules {
  readonly spaceId: string
  readonly platform: "pds" | "oss" | "s3" | "cos" | "obs"
  readonly name: string
  readonly bucket: string
  readonly quota: number
  readonly fileSizeLimit: number
  readonly downloadSpeed: number
  readonly readOnly?: boolean | undefined
}
