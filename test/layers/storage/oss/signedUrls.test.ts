/** How long signed addresses live: spec point 9 has defaults of the drive, and others of the storage's side. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import type { DurationInput } from "effect/Duration"
import * as Oss from "../../../../src/layers/loading/Oss.js"
import { Bucket } from "../../../../src/services/Bucket.js"
import type { PresignRequest } from "../../../../src/services/ObjectStore.js"
import type { InSpace } from "../../../../src/services/Spaces.js"
import { bucketDrive } from "../../../seldom/bucket/bucketDrive.js"

const lifeOf = (request: Partial<PresignRequest> = {}, options?: InSpace) =>
  Effect.gen(function*() {
    const bucket = yield* Bucket
    const { expiresAt } = yield* bucket.presign({ method: "GET", key: "k", ...request }, options)
    return Math.round((expiresAt - (yield* Clock.currentTimeMillis)) / 1000)
  })

const driveOn = (platform: "oss" | "s3", signedUrlExpiry?: DurationInput) =>
  bucketDrive({
    platform,
    archiveClass: "Archive",
    ...(signedUrlExpiry === undefined ? {} : { providers: { oss: Oss.layer({ signedUrlExpiry }) } })
  })

describe("an address that a program asks of the bucket", () => {
  it.effect("lives 1800 s on oss, and 900 s elsewhere", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.provide(lifeOf(), driveOn("oss")), 1800)
      assert.strictEqual(yield* Effect.provide(lifeOf(), driveOn("s3")), 900)
    }))

  it.effect("lives as long as it was asked for, else as the option says", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* lifeOf(), 60)
      assert.strictEqual(yield* lifeOf({ expiresIn: "5 minutes" }), 300)
    }).pipe(Effect.provide(driveOn("oss", "1 minute"))))

  it.effect("is refused for more than a week, by the option too", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(lifeOf())
      assert.deepInclude(error, { _tag: "InvalidInput", field: "expiresIn" })
    }).pipe(Effect.provide(driveOn("oss", "8 days"))))
})
