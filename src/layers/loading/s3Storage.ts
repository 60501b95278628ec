/**
 * The code of a bucket on s3, which a page that lists files does not need.
 */
import * as LazyCode from "./LazyCode.js"

export const s3Store = LazyCode.make("s3 storage", () => import("./s3StoreCode.js"))

export const s3Sdk = LazyCode.make("calls to s3", () => import("./s3SdkCode.js"))

export const s3Rules = LazyCode.make("the rules of s3 buckets", () => import("./s3RulesCode.js"))
