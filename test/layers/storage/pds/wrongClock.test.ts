/** A machine whose clock is wrong by hours: nothing that it asks of pds is signed here, so nobody tells it. */
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Layer } from "effect"
import * as DriveNode from "../../../../src/layers/DriveNode.js"
import { make } from "../../../../src/promise/DriveClient.js"
import { withFaultyDrive } from "../../../faults/FaultyDrive.js"
import { clockOver } from "../../../transfer/SettableClock.js"

const hour = 3_600_000

const withClock = (clock: Clock.Clock) => (options: DriveNode.DriveNodeOptions) =>
  make(
    DriveNode.layer(options).pipe(
      Layer.provide(DriveNode.layerAdapters(options)),
      Layer.provide(FetchHttpClient.layer),
      Layer.provideMerge(Layer.setClock(clock))
    )
  )

describe("an upload to pds whose create call lost its answer", () => {
  for (const hours of [-24, -1, 1, 24]) {
    it(`is not refused for its own file where the clock is off by ${hours} hours`, () =>
      withFaultyDrive({
        open: withClock(clockOver(Clock.make(), () => hours * hour)),
        emulator: { listAnnounced: true, spaces: [{ spaceId: "pds-files", platform: "pds" }] },
        faults: [{ match: { target: "pds", path: "/v2/file/create" }, action: { _tag: "dropReply" } }]
      }, async ({ drive, emulator }) => {
        const source = new Uint8Array(3000).fill(3)
        const { fileId } = await drive.uploads.start({ source, name: "a.bin", checkNameMode: "refuse" }).done
        assert.deepStrictEqual(emulator.remainingFaults(), [])
        const { items } = await drive.files.list()
        assert.deepStrictEqual(items.map((file) => [file.fileId, file.status]), [[fileId, "available"]])
      }))
  }
})
