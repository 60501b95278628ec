import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import type { DriveOptions } from "../../../src/layers/Drive.js"
import { withConfig } from "../../../src/layers/Drive.js"
import { defaultDownloadTuning } from "../../../src/services/downloads/DownloadEngine.js"
import { defaultLimits } from "../../../src/services/TransferScheduler.js"
import { defaultTuning } from "../../../src/services/uploads/UploadEngine.js"

const good: DriveOptions = { apiHost: "https://api.example.com", product: { id: "p", version: "1" } }

const build = (options: Partial<DriveOptions>) =>
  Effect.scoped(Layer.build(withConfig({ ...good, ...options }, Layer.empty)))

/** What a program without types can give. */
const untyped = (value: unknown) => value as never

describe("How transfers are tuned", () => {
  it.effect("takes the defaults as they are, and never to give up", () =>
    Effect.gen(function*() {
      yield* build({})
      yield* build({ limits: defaultLimits, uploads: defaultTuning, downloads: defaultDownloadTuning })
      yield* build({
        uploads: { retry: { ...defaultTuning.retry, failures: Infinity }, linger: Duration.zero },
        downloads: { watchdog: { ...defaultTuning.watchdog, idle: Duration.infinity }, ranges: undefined }
      })
    }))

  it.effect.each<readonly [field: string, options: Partial<DriveOptions>]>([
    ["limits.part", { limits: { part: 0 } }],
    ["limits.control", { limits: { control: -1 } }],
    ["limits.bytes", { limits: { bytes: NaN } }],
    ["limits.hash", { limits: { hash: untyped("many") } }],
    ["uploads.lookahead", { uploads: { lookahead: 1.5 } }],
    ["uploads.retry.failures", { uploads: { retry: { ...defaultTuning.retry, failures: 0 } } }],
    ["uploads.sessionLifetime", { uploads: { sessionLifetime: untyped("abc") } }],
    ["downloads.atOnce", { downloads: { atOnce: 0 } }],
    ["downloads.ranges", { downloads: { ranges: 0 } }],
    ["downloads.rangeSize", { downloads: { rangeSize: 0 } }],
    ["downloads.watchdog.idle", {
      downloads: { watchdog: { ...defaultTuning.watchdog, idle: untyped(null) } }
    }],
    ["limits", { limits: untyped({ prat: 5 }) }],
    ["uploads", { uploads: untyped({ retries: { failures: 3 } }) }],
    ["uploads", { uploads: untyped(5) }],
    ["uploads.retry", { uploads: { retry: untyped(5) } }],
    ["uploads.retry", { uploads: { retry: untyped({ failure: 3 }) } }],
    ["downloads.watchdog", { downloads: { watchdog: untyped("20 seconds") } }],
    ["downloads.watchdog", { downloads: { watchdog: untyped({ idel: "20 seconds" }) } }],
    ["headerNames", { headerNames: untyped({ productID: "X-Id" }) }],
    ["assets", { assets: untyped({ sizelimit: 1 }) }],
    ["credentials", { credentials: untyped({ refreshTreshold: "1 minute" }) }]
  ])("refuses a wrong %s", ([field, options]) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(build(options))
      assert.deepStrictEqual([error._tag, error.field], ["InvalidInput", field])
    }))
})
