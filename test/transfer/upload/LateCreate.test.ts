/** A page dies while its create call is on the way; the call lands after the next page has listed the folder. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { sha1 } from "../../../src/testing/HasherMemory.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, startProcess } from "./memoryUploads.js"
import { createCall, until } from "./plainUploads.js"

const content = bytesOf(80)

describe("an upload that came back, and meets the file that its own lost call has announced", () => {
  it.live("finds it with the next retry", () =>
    VirtualTime.run(Effect.scoped(Effect.gen(function*() {
      const drive = yield* Memory.make({
        listAnnounced: true,
        // The create call is on its way when its page dies.
        faults: [{ match: createCall, action: { _tag: "delay", millis: 60_000 } }]
      })
      drive.disk.set("/a", { bytes: content, modifiedAt: 1 })
      const first = yield* startProcess(drive)
      yield* first.uploads.start({ source: { path: "/a" }, checkNameMode: "refuse" })
      yield* until(() => drive.network.count({ method: "POST", path: "/api/v2/file/" }) > 0)
      // Others wait, so that the queue is saved.
      for (let i = 0; i < 20; i++) yield* first.uploads.start({ source: bytesOf(10 + i), name: `other-${i}` })
      yield* Effect.sleep("10 seconds")
      assert.isAtLeast(drive.sessions.saved.size, 1)
      yield* first.crash

      drive.network.faults.add([{ match: createCall, action: { _tag: "delay", millis: 1000 } }])
      const second = yield* startProcess(drive)
      const back = (yield* second.uploads.recoverable()).find(({ name }) => name === "a")
      if (back === undefined) return assert.fail("it is not listed")
      const lists = () => drive.network.count({ method: "GET", path: "/list" })
      const before = lists()
      yield* second.uploads.resume(back.id)
      yield* until(() => lists() > before)
      yield* Effect.sleep("100 millis")
      // Now the first page's call lands.
      drive.service.add({ name: "a", parentFileId: "root", size: 80, type: "file", contentHash: sha1(content) })
      const status = () => second.uploads.snapshot(back.id)?.status._tag ?? ""
      yield* until(() => ["conflict", "done"].includes(status()))
      if (status() === "conflict") yield* second.uploads.retry(back.id)
      yield* until(() => ["conflict", "failed", "done"].includes(status()))
      assert.strictEqual(status(), "done")
      yield* second.crash
    }))))
})
