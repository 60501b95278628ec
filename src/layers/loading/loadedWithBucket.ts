/**
 * What a space in a bucket needs, of s3 or oss. Each module that such a space loads later names it all: so bundlers keep it in one
 * file.
 */
export { ofText as base64OfText } from "../storage/bucket/Base64.js"
export { make as optionalSdk } from "../storage/bucket/OptionalSdk.js"
export { make as productProvider } from "../storage/product/ProductProvider.js"
export { clientS3 } from "./LazyPackages.js"
export * from "./loadedWithSpace.js"
