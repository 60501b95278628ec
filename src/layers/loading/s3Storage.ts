/**
 * The code of a bucket on s3, which a page that lists files does not need.
 */
import * as LazyCode from "./LazyCode.js"

export const s3Store = LazyCode.make("s3 storage", () => import("./s3StoreCode.js"))

export const s3Sdk = LazyCode.make("calls to s3", () => import("./s3SdkCode.js"))

export const s3PageCalls = LazyCode.make("calls of pages to s3", () => import("./s3PageCallsCode.js"))

/** A page reads XML by itself, and asks with an address what is signed. A worker has no reader, and Node neither. */
export const isPage = (): boolean => "DOMParser" in globalThis && "XMLHttpRequest" in globalThis

export const s3Rules = LazyCode.make("the rules of s3 buckets", () => import("./s3RulesCode.js"))
