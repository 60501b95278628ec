/**
 * Digests that few programs need, and that are loaded by those that do.
 */
import * as LazyCode from "./LazyCode.js"

export const blobHashing = LazyCode.make("hashing in pages", () => import("../browser/hash/BlobHashing.js"))

export const workers = LazyCode.make("workers", () => import("./workerCode.js"))

export const hashWorkerText = LazyCode.make("the hash worker", () => import("../browser/hash/hashWorkerText.js"))

export const plainSha1 = LazyCode.make("SHA-1 without WebAssembly", () => import("../hash/plainSha1.js"))

export const runningSha1States = LazyCode.make("SHA-1 states", () => import("../hash/RunningSha1States.js"))

export const sha1Wasm = LazyCode.make("SHA-1", () => import("../hash/Sha1Wasm.js"))
