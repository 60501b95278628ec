/**
 * The `StorageProvider` of spaces that the product's own API and a bucket serve together: s3 and oss, which differ in
 * their `ObjectStore` only.
 */
import type { SupportedPlatform } from "../../../domain/Platform.js"
import type { Space } from "../../../domain/Space.js"
import type { DriveApi } from "../../../services/DriveApi.js"
import type { ObjectStore } from "../../../services/ObjectStore.js"
import type { StorageProvider } from "../../../services/StorageProvider.js"
import * as ProductBin from "./ProductBin.js"
import * as ProductDownloads from "./ProductDownloads.js"
import * as ProductFiles from "./ProductFiles.js"
import * as ProductTasks from "./ProductTasks.js"
import * as ProductUploads from "./ProductUploads.js"

/**
 * Makes the provider of one space; no call is made.
 */
export const make = (options: {
  readonly api: DriveApi.Service
  readonly objects: ObjectStore
  readonly platform: SupportedPlatform
  readonly space: Space
}): StorageProvider => {
  const { api, objects, platform, space } = options
  const files = ProductFiles.make(api, space.spaceId)
  return {
    space,
    platform,
    objects,
    files,
    tasks: ProductTasks.make(api, space.spaceId, platform),
    bin: ProductBin.make(api, space.spaceId),
    uploads: ProductUploads.make(options),
    downloads: ProductDownloads.make({ api, objects, spaceId: space.spaceId, info: files.info })
  }
}
