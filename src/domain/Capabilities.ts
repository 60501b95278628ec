/**
 * What a space can do, by its platform: a screen leaves out what is not there.
 *
 * @since 1.0.7
 */
import type { Platform } from "./Platform.js"
import { isSupported } from "./Platform.js"

/**
 * `supported`: this library works with the platform at all. `pollTasks`: the storage's own tasks can be followed.
 * `batchDownloadInfo`: addresses of many files by one call. `starFiles`: files can be starred by themselves, elsewhere as assets.
 * `storageUsage`: total and used bytes are known. `bucket`: rules of the bucket (lifecycle, versioning). `search`: no platform has
 * a call for it.
 *
 * @since 1.0.7
 * @category models
 */
export interface Capabilities {
  readonly supported: boolean
  readonly resumableUpload: boolean
  readonly rapidUpload: boolean
  readonly archive: boolean
  readonly asyncBatches: boolean
  readonly batchDownloadInfo: boolean
  readonly starFiles: boolean
  readonly storageUsage: boolean
  readonly bucket: boolean
  readonly search: false
}

/**
 * What a space on this platform can do.
 *
 * @since 1.0.7
 * @category constructors
 */
export const capabilitiesOf = (platform: Platform | undefined): Capabilities => {
  const supported = platform !== undefined && isSupported(platform)
  const isPds = platform === "pds"
  const isBucket = supported && !isPds
  return {
    supported,
    resumableUpload: supported,
    rapidUpload: supported,
    archive: supported,
    asyncBatches: isPds,
    batchDownloadInfo: isBucket,
    starFiles: isPds,
    storageUsage: isPds,
    bucket: isBucket,
    search: false
  }
}
