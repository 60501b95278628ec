/**
 * One retry or time option of transfers by itself: what is left out keeps its default.
 */
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import type { TestClientOptions } from "effect-drive/testing"
import { createTestDrive } from "effect-drive/testing"
import { defaultRetryPolicy, defaultWatchdogLimits, withDefaults } from "../../src/services/transfers/RetryPolicy.js"
import { defaultTuning } from "../../src/services/uploads/UploadEngine.js"

const MiB = 1024 * 1024

describe("one option of transfers", () => {
  it("is laid over the defaults, at any depth and in any form of a time", () => {
    const tuning = withDefaults(defaultTuning, {
      retry: { failures: 3, firstPause: "2 seconds", longestPause: undefined, longestOutage: "1 hour" },
      watchdog: { answer: 20_000 },
      linger: undefined,
      lookahead: 2
    })
    assert.deepStrictEqual(tuning.watchdog, { ...defaultWatchdogLimits, answer: Duration.seconds(20) })
    const { longestOutage = 0, ...retry } = tuning.retry
    assert.deepStrictEqual(retry, { ...defaultRetryPolicy, failures: 3, firstPause: Duration.seconds(2) })
    assert.strictEqual(Duration.toMillis(longestOutage), 3_600_000)
    assert.deepStrictEqual([tuning.lookahead, tuning.linger], [2, defaultTuning.linger])
    assert.strictEqual(tuning.integrity, defaultTuning.integrity)
  })

  it.each<readonly [what: string, options: NonNullable<TestClientOptions["drive"]>]>([
    ["retry.failures of uploads", { uploads: { retry: { failures: 8 } } }],
    ["no retry of uploads", { uploads: { retry: undefined, watchdog: {} } }],
    ["watchdog.answer of uploads", { uploads: { watchdog: { answer: "20 seconds" } } }],
    ["retry of both", { uploads: { retry: { firstPause: "10 millis" } }, downloads: { retry: { failures: 8 } } }],
    ["watchdog.idle of downloads", { downloads: { watchdog: { idle: "20 seconds" }, retry: undefined } }]
  ])("%s does not end a transfer that meets a reset connection", async (_, options) => {
    const drive = await createTestDrive({ drive: options })
    const reset = (times: number) =>
      drive.emulator.faults.add([{ match: { target: "s3" }, action: { _tag: "reset", afterBytes: 0 }, times }])
    const upload = (size: number) => drive.uploads.start({ source: new Uint8Array(size), name: `of ${size}` }).done
    try {
      reset(2)
      const [{ fileId }] = await Promise.all([upload(6 * MiB), upload(2)])
      reset(1)
      assert.strictEqual((await drive.downloads.blob({ fileId })).size, 6 * MiB)
      const entries = [{ _tag: "File", path: "in/one.txt", source: "one" }] as const
      assert.strictEqual((await drive.uploads.startFolder({ entries }).done).failed.length, 0)
    } finally {
      await drive.dispose()
    }
  })
})
