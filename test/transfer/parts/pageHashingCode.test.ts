/** Code of hashing that a page could not load is an error of the network, and the next use asks for it again. */
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { startSha1 } from "../../../src/layers/browser/download/BrowserSave.js"
import { hashInPage } from "../../../src/layers/browser/hash/PageHashing.js"
import * as HasherWasm from "../../../src/layers/browser/HasherWasm.js"

const away = () => {
  throw new Error("the server is away")
}

const hashing = "../../../src/layers/browser/hash/BlobHashing.js"
const plain = "../../../src/layers/hash/plainSha1.js"

const abc = new TextEncoder().encode("abc")
/** Smaller bodies are digested without more code. */
const body = new Uint8Array(64 * 1024 + 1)
const sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d"

describe("code of hashing that does not come", () => {
  afterEach(() => {
    for (const name of [hashing, plain, "hash-wasm"]) vi.doUnmock(name)
  })

  it.scoped("in the page: fails as TransportError, and is asked for again", () =>
    Effect.gen(function*() {
      const hash = hashInPage(new Blob([abc]), { _tag: "Whole" }, () => {}, {})
      const hasher = yield* HasherWasm.make()
      const digest = hasher.digest(body, ["md5"])
      vi.doMock(hashing, away)
      const missing = { _tag: "TransportError", reason: "Network", retry: "later" } as const
      assert.deepInclude(yield* Effect.flip(hash), missing)
      assert.deepInclude(yield* Effect.flip(digest), missing)
      vi.doUnmock(hashing)
      assert.strictEqual((yield* hash).contentHash.toLowerCase(), sha1)
      assert.strictEqual((yield* digest).md5?.toLowerCase(), createHash("md5").update(body).digest("hex"))
    }))

  it.effect("of what is saved, where WebAssembly is forbidden too: the same", () =>
    Effect.gen(function*() {
      vi.doMock("hash-wasm", away)
      vi.doMock(plain, away)
      assert.deepInclude(yield* Effect.flip(startSha1), { _tag: "TransportError", reason: "Network", retry: "later" })
      vi.doUnmock(plain)
      const running = yield* startSha1
      running.update(abc)
      assert.strictEqual(running.digest().toLowerCase(), sha1)
    }))
})
