import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as OptionalSdk from "../../../../src/layers/storage/bucket/OptionalSdk.js"

const sdkOf = (load: () => Promise<string>) =>
  OptionalSdk.make({ platform: "s3", load: () => OptionalSdk.importInstalled(load), missing: "install it" })

describe("an SDK that need not be installed", () => {
  it.effect("whose file did not come is a TransportError, and is loaded by the next call", () =>
    Effect.gen(function*() {
      const words = [
        "Failed to fetch dynamically imported module: http://app/sdk.js",
        "error loading dynamically imported module: http://app/sdk.js",
        "Importing a module script failed.",
        "Loading chunk 7 failed. (error: http://app/7.js)"
      ]
      for (const message of words) {
        let loads = 0
        const sdk = sdkOf(() => ++loads === 1 ? Promise.reject(new TypeError(message)) : Promise.resolve("sdk"))
        assert.include(yield* Effect.flip(sdk), {
          _tag: "TransportError",
          reason: "Network",
          path: "the SDK of s3",
          detail: `TypeError: ${message}`,
          retry: "later"
        })
        assert.strictEqual(yield* sdk, "sdk")
        assert.strictEqual(yield* sdk, "sdk")
        assert.strictEqual(loads, 2)
      }
    }))

  it.effect("that is not installed is UnsupportedOperation, whoever says so", () =>
    Effect.gen(function*() {
      const words = [
        "Cannot find package '@aws-sdk/client-s3' imported from /app/main.js",
        "Cannot find module '@aws-sdk/client-s3'",
        "Failed to resolve module specifier '@aws-sdk/client-s3'",
        "Could not resolve \"@aws-sdk/client-s3\" imported by \"effect-drive\". Is it installed?"
      ]
      for (const message of words) {
        const error = yield* Effect.flip(sdkOf(() => Promise.reject(new Error(message))))
        assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "s3", message: "install it" })
      }
    }))
})
