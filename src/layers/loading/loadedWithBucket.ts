import { ofText as base64OfText } from "../storage/bucket/Base64.js"
import { make as optionalSdk } from "../storage/bucket/OptionalSdk.js"
import { make as productProvider } from "../storage/product/ProductProvider.js"
import { clientS3 } from "./LazyPackages.js"
import { loadedWithSpace } from "./loadedWithSpace.js"

/**
 * What a space in a bucket needs, of s3 or oss. Each module that such a space loads later names it all: so bundlers keep it in one
 * file.
 */
export const loadedWithBucket: ReadonlyArray<unknown> = [
  base64OfText,
  optionalSdk,
  productProvider,
  clientS3,
  loadedWithSpace
]
