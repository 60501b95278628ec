/**
 * The storage-side settings of spec point 9 on both platforms: their defaults, and that they are options.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, TestClock } from "effect"
import type { DurationInput } from "effect/Duration"
import { Emulator } from "../../../emulator/src/Emulator.js"
import * as Oss from "../../../src/layers/loading/Oss.js"
import * as S3 from "../../../src/layers/loading/S3.js"
import { Bucket } from "../../../src/services/Bucket.js"
import { Downloads } from "../../../src/services/Downloads.js"
import { bucketDrive } from "./bucketDrive.js"

interface Settings {
  readonly timeout?: DurationInput
  readonly signedUrlExpiry?: DurationInput
  readonly partSize?: number
  readonly parallel?: number
}

/** What programs without types give. */
const nonsense = ["nonsense", "5 fortnights", Number.NaN, -1, 0, {}].map((none) => none as DurationInput)

const driveOn = (platform: "oss" | "s3", settings?: Settings) =>
  bucketDrive({
    platform,
    archiveClass: "Archive",
    ...(settings === undefined ? {} : { providers: { oss: Oss.layer(settings), s3: S3.layer(settings) } })
  })

/** How long a call waits for a storage that does not answer. */
const patience = (platform: "oss" | "s3") =>
  Effect.gen(function*() {
    const { versioning } = yield* Bucket
    const { faults } = yield* Emulator
    yield* versioning.get()
    faults.add([{ match: { target: platform }, action: { _tag: "delay", millis: 3_600_000 } }])
    const begun = yield* Clock.currentTimeMillis
    const call = yield* Effect.fork(Effect.flip(versioning.get()))
    let waited = 0
    while ((yield* Fiber.poll(call))._tag === "None" && waited < 600) {
      yield* TestClock.adjust("1 second")
      waited++
    }
    assert.deepInclude(yield* Fiber.join(call), { _tag: "TransportError", reason: "Timeout" })
    assert.deepStrictEqual(faults.remaining(), [])
    return (yield* Clock.currentTimeMillis) - begun
  })

const lifeOf = Effect.gen(function*() {
  const { presign } = yield* Bucket
  const { expiresAt } = yield* presign({ method: "GET", key: "k" })
  return Math.round((expiresAt - (yield* Clock.currentTimeMillis)) / 1000)
})

const defaultLife = { oss: 1800, s3: 900 }

for (const platform of ["oss", "s3"] as const) {
  describe(`storage-side settings on ${platform}`, () => {
    it.effect("timeout: 60,000 ms", () =>
      Effect.gen(function*() {
        assert.approximately(yield* patience(platform), 60_000, 2000)
      }).pipe(Effect.provide(driveOn(platform))))

    it.effect("timeout: an option", () =>
      Effect.gen(function*() {
        assert.approximately(yield* patience(platform), 7000, 2000)
      }).pipe(Effect.provide(driveOn(platform, { timeout: "7 seconds" }))))

    it.effect("signed URL expiry: its default, and an option", () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* Effect.provide(lifeOf, driveOn(platform)), defaultLife[platform])
        assert.strictEqual(yield* Effect.provide(lifeOf, driveOn(platform, { signedUrlExpiry: "2 minutes" })), 120)
      }))

    it.effect("times that are none are refused, and no defect", () =>
      Effect.gen(function*() {
        for (const none of nonsense) {
          const building = yield* Effect.flip(Effect.provide(lifeOf, driveOn(platform, { timeout: none })))
          assert.deepInclude(building, { _tag: "InvalidInput", field: "timeout" })
          const byDefault = yield* Effect.flip(Effect.provide(lifeOf, driveOn(platform, { signedUrlExpiry: none })))
          assert.deepInclude(byDefault, { _tag: "InvalidInput", field: "expiresIn" })
          const error = yield* Bucket.pipe(
            Effect.flatMap(({ presign }) => presign({ method: "GET", key: "k", expiresIn: none })),
            Effect.flip,
            Effect.provide(driveOn(platform))
          )
          assert.deepInclude(error, { _tag: "InvalidInput", field: "expiresIn" })
          // there is no such file, and nobody is asked
          const download = yield* Downloads.pipe(
            Effect.flatMap(({ url }) => url("no such file", { expiresIn: none })),
            Effect.flip,
            Effect.provide(driveOn(platform))
          )
          assert.deepInclude(download, { _tag: "InvalidInput", field: "expiresIn" })
        }
      }))

    it.effect("part sizes and numbers that are none are refused, and no defect", () =>
      Effect.gen(function*() {
        const upload = { source: new Uint8Array(10), objectKey: "k", uploadId: "u" }
        const problem = Effect.flatMap(Bucket, ({ resume }) => Effect.flip(resume(upload)))
        for (const none of [Number.NaN, Number.POSITIVE_INFINITY, -1, 6_000_000.5]) {
          const inParts = yield* Effect.provide(problem, driveOn(platform, { partSize: none }))
          assert.strictEqual(inParts._tag, "InvalidInput", String(none))
          const parallel = yield* Effect.provide(problem, driveOn(platform, { parallel: none }))
          assert.strictEqual(parallel._tag, "InvalidInput", String(none))
        }
      }))

    it.effect("part size and parallel parts: options that are checked", () =>
      Effect.gen(function*() {
        const upload = { source: new Uint8Array(10), objectKey: "k", uploadId: "u" }
        const problem = Effect.flatMap(Bucket, ({ resume }) => Effect.flip(resume(upload)))
        assert.deepInclude(yield* Effect.provide(problem, driveOn(platform, { partSize: 1000 })), {
          _tag: "InvalidInput",
          message: `the part size must be at least ${platform === "oss" ? 102_400 : 5_242_880} bytes`
        })
        assert.deepInclude(yield* Effect.provide(problem, driveOn(platform, { parallel: 0 })), {
          _tag: "InvalidInput",
          field: "parallel"
        })
      }))
  })
}
