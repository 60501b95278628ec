/** With `auto_rename` the ticket is saved before the first byte is sent, also where the upload was stopped while it was announced. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, layerOf, startProcess } from "./memoryUploads.js"
import { createCall, until } from "./plainUploads.js"

describe("a ticket that must be saved before bytes are sent", () => {
  for (const byThread of [false, true]) {
    for (const stops of [false, true]) {
      it.live(`${byThread ? "plain" : "usual"}, ${stops ? "stopped and resumed" : "not stopped"}`, () =>
        VirtualTime.run(Effect.scoped(Effect.gen(function*() {
          const drive = yield* Memory.make({ listAnnounced: true })
          const one = yield* startProcess(drive, layerOf(drive, {}, byThread))
          // It waits in the queue for so long that it is saved.
          yield* one.uploads.setLimits({ part: 1 })
          drive.network.faults.add([{ match: createCall, times: 5, action: { _tag: "delay", millis: 5000 } }])
          for (let i = 0; i < 5; i++) yield* one.uploads.start({ source: bytesOf(10 + i), name: `o-${i}` })
          const upload = yield* one.uploads.start({ source: bytesOf(80), name: "a", checkNameMode: "auto_rename" })
          yield* until(() =>
            [...drive.sessions.saved.values()].some(({ upload: { identity } }) => identity.name === "a")
          )
          const ticket = () =>
            [...drive.sessions.saved.values()].find(({ upload: { id } }) => id === upload.id)?.upload.ticket
          yield* until(() => drive.network.count({ method: "POST", path: "/api/v2/file/" }) === 6)
          if (stops) {
            yield* one.uploads.stop(upload.id)
            yield* until(() => [...drive.service.files.values()].some(({ name }) => name === "a"))
            yield* Effect.sleep("50 millis")
            yield* one.uploads.resume(upload.id)
          }
          const object = () => [...drive.service.files.values()].find(({ name }) => name === "a")?.objectKey
          yield* until(() =>
            object() !== undefined && drive.network.count({ method: "PUT", path: `memory://storage/${object()}` }) > 0
          )
          const saved = ticket()?.fileId
          yield* one.crash
          assert.isDefined(saved)
        }))))
    }
  }
})
