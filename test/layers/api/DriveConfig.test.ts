import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import * as DriveConfigLayer from "../../../src/layers/api/DriveOptions.js"
import type { DriveOptions } from "../../../src/layers/api/DriveOptions.js"
import { DriveConfig } from "../../../src/services/DriveConfig.js"

const good: DriveOptions = { apiHost: "https://api.example.com", product: { id: "p", version: "1" } }

const configOf = (options: DriveOptions) => Effect.provide(DriveConfig, DriveConfigLayer.layer(options))

describe("DriveConfig", () => {
  it.effect("fills in the defaults of the specification", () =>
    Effect.gen(function*() {
      const { apiHost, ...config } = yield* configOf(good)
      assert.strictEqual(apiHost(), "https://api.example.com")
      assert.deepStrictEqual(config, {
        product: { id: "p", version: "1" },
        language: "en",
        headerNames: {
          productId: "X-Prod-Id",
          productVersion: "X-Prod-Ver",
          language: "X-Lang",
          clientType: "X-Client-Type"
        },
        traceHeaders: false,
        legacyBatchResult: false,
        assets: { sizeLimit: 5_242_880 },
        credentials: {
          checkInterval: Duration.seconds(10),
          refreshThreshold: Duration.minutes(10),
          refreshInterval: Duration.millis(300_000)
        }
      })
    }))

  it.effect("takes what is given", () =>
    Effect.gen(function*() {
      const config = yield* configOf({
        ...good,
        language: "zh-CN",
        headerNames: { language: "Accept-Tongue" },
        credentials: { checkInterval: "1 second" }
      })
      assert.strictEqual(config.language, "zh-CN")
      assert.strictEqual(config.headerNames.language, "Accept-Tongue")
      assert.strictEqual(config.headerNames.productId, "X-Prod-Id")
      assert.deepStrictEqual(config.credentials.checkInterval, Duration.seconds(1))
    }))

  it.effect.each<readonly [field: string, options: DriveOptions]>([
    ["apiHost", { product: good.product }],
    ["apiHost", { ...good, apiHost: "api.example.com" }],
    ["product.id", { ...good, product: { id: "", version: "1" } }],
    ["product.version", { ...good, product: { id: "p", version: "1\r\nX-Evil: 1" } }],
    ["language", { ...good, language: "中文" }],
    ["headerNames.clientType", { ...good, headerNames: { clientType: "X Client" } }],
    ["assets.sizeLimit", { ...good, assets: { sizeLimit: 0 } }],
    ["credentials.checkInterval", { ...good, credentials: { checkInterval: 0 } }],
    ["credentials.refreshThreshold", { ...good, credentials: { refreshThreshold: Duration.infinity } }]
  ])("refuses a wrong %s", ([field, options]) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(configOf(options))
      assert.deepStrictEqual([error._tag, error.field], ["InvalidInput", field])
    }))
})
