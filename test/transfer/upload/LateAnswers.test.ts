/** All bytes have left and are stored, and no answer comes: the storage is asked before they are sent again. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Transport } from "../../../src/services/Transport.js"
import { Uploads } from "../../../src/services/Uploads.js"
import * as Memory from "../../../src/testing/MemoryDrive.js"
import * as VirtualTime from "../../../src/testing/VirtualTime.js"
import { bytesOf, layerOf } from "./memoryUploads.js"
import { countPuts } from "./plainUploads.js"

describe("a body that was sent and is not answered is looked for", () => {
  for (const parts of [false, true]) {
    for (const byThread of [false, true]) {
      it.live(`${parts ? "part" : "whole file"}, ${byThread ? "by a worker" : "usual"}`, () =>
        VirtualTime.run(Effect.gen(function*() {
          const made = yield* Memory.make({})
          let first = true
          const drive = {
            ...made,
            layer: Layer.provideMerge(
              Layer.effect(
                Transport,
                Effect.map(Transport, (transport): Transport["Type"] => ({
                  ...transport,
                  put: (...given) => {
                    const sent = transport.put(...given)
                    if (!first) return sent
                    first = false
                    return Effect.zipRight(sent, Effect.never)
                  }
                }))
              ),
              made.layer
            )
          }
          yield* Effect.gen(function*() {
            const uploads = yield* Uploads
            const one = yield* uploads.start({
              source: bytesOf(900),
              name: "a",
              ...(parts ? { chunkSize: 300 } : {})
            })
            yield* one.await
            assert.strictEqual(countPuts(made), parts ? 3 : 1)
          }).pipe(Effect.scoped, Effect.provide(layerOf(drive, {}, byThread)))
        })))
    }
  }
})
