/**
 * SHA-1 by WebAssembly and nothing else: `import("hash-wasm")` would load all of its digests.
 *
 * @since 1.0.7
 */
export { createSHA1 } from "hash-wasm"
