import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { TransportError } from "../../../src/domain/errors/TransportError.js"
import * as HasherNode from "../../../src/layers/node/HasherNode.js"
import { Hasher } from "../../../src/services/Hasher.js"
import { predictEtag } from "../../../src/transfer/parts/PartIntegrity.js"

const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest()

const digests = [md5(new Uint8Array(5)), md5(new Uint8Array(6))]

const parts = digests.map((digest, index) => ({ number: index + 1, size: 5 + index, etag: digest.toString("hex") }))

describe("the ETag that S3 gives to an object of parts", () => {
  it.effect("is the MD5 of their MD5s and their count; unknown where one of them is none", () =>
    Effect.gen(function*() {
      const joined = md5(Buffer.concat(digests)).toString("hex")
      assert.strictEqual(yield* predictEtag(parts), `${joined}-2`)
      assert.isUndefined(yield* predictEtag([...parts, { number: 3, size: 1, etag: "encrypted" }]))
      assert.isUndefined(yield* predictEtag([]))
    }).pipe(Effect.provide(HasherNode.layer)))

  it.effect("fails as the hasher does whose code could not be loaded, which another attempt may mend", () => {
    const unloaded = new TransportError({ reason: "Network", method: "GET", path: "hash-wasm" })
    return Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flip(predictEtag(parts)), unloaded)
    }).pipe(Effect.provide(Layer.mock(Hasher, { digest: () => Effect.fail(unloaded) })))
  })
})
