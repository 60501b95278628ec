/**
 * The addresses that uploads to a space are sent to.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { partStoreOf } from "../../../../src/layers/storage/bucket/partStoreOf.js"
import type { SignedAddress } from "../../../../src/services/Transport.js"
import { callback, credentialOf, storeOn } from "./fakeNetwork.js"

const queryOf = (address: SignedAddress) => new URL(Redacted.value(address.url)).searchParams

describe("the addresses of an upload to oss", () => {
  it.effect("live 3600 s, whole files and parts; mark, type and callback go with the whole alone", () =>
    Effect.gen(function*() {
      const { objects } = yield* storeOn([], { credential: Effect.succeed(credentialOf({ callback })) })
      const ticket = { contentType: "text/x-a", integrity: "md5", mark: "mine" } as const
      const { direct, parts } = partStoreOf(objects, "k", ticket)
      const part = { number: 7, start: 0, end: 5 }
      const digest = { md5: "00".repeat(16) }
      const whole = yield* direct.address(part, digest)
      const one = yield* parts.address("u", part, digest)
      for (const address of [whole, one]) assert.strictEqual(queryOf(address).get("x-oss-expires"), "3600")
      const md5 = { "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==" }
      assert.deepStrictEqual(one.headers, md5)
      assert.deepStrictEqual([queryOf(one).get("uploadId"), queryOf(one).get("partNumber")], ["u", "7"])
      const { "x-oss-callback": asked, ...headers } = whole.headers
      assert.isString(asked)
      assert.deepStrictEqual(headers, { "content-type": "text/x-a", "x-oss-meta-effect-drive": "mine", ...md5 })
    }))

  it.effect("end with their credential", () =>
    Effect.gen(function*() {
      const credential = Effect.succeed(credentialOf({}, { expiresAt: 1_000_000 }))
      const { objects } = yield* storeOn([], { credential })
      const address = yield* objects.presign({ method: "GET", key: "k", expiresIn: "7 days" })
      assert.strictEqual(address.expiresAt, 1_000_000)
    }))
})
