import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { Change } from "../../src/blobs/BlobIndex.js"
import * as ChangeLog from "../../src/blobs/ChangeLog.js"

const made = (bucket: string): Change => ({ change: "makeBucket", bucket, created: 1 })

describe("ChangeLog", () => {
  it.effect("a failed write undoes what it held and what came after it, the last first, and the log continues", () =>
    Effect.gen(function*() {
      const directory = yield* Effect.promise(() => fs.mkdtemp(path.join(os.tmpdir(), "log-")))
      const file = path.join(directory, "changes.log")
      const segments = path.join(directory, "segments")
      const log = yield* Effect.promise(() => ChangeLog.open(file, { segments, fsync: true }))
      const undone: Array<string> = []
      const record = (bucket: string) => Effect.either(log.record([made(bucket)], () => undone.push(bucket)))

      const failed = yield* Effect.all([record("1"), record("2"), record("3")], { concurrency: 3 })
      assert.deepStrictEqual(failed.map((result) => result._tag), ["Left", "Left", "Left"])
      assert.deepStrictEqual(undone, ["3", "2", "1"])

      yield* Effect.promise(() => fs.mkdir(segments))
      const kept = yield* Effect.all([record("4"), record("5\u2028\u2029\r\n")], { concurrency: 2 })
      assert.deepStrictEqual(kept.map((result) => result._tag), ["Right", "Right"])
      yield* Effect.promise(log.close)
      const replayed: Array<Change> = []
      yield* Effect.promise(() => ChangeLog.replay(file, (change) => replayed.push(change)))
      assert.deepStrictEqual(replayed, [made("4"), made("5\u2028\u2029\r\n")])
      yield* Effect.promise(() => fs.rm(directory, { recursive: true }))
    }))
})
