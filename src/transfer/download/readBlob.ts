/**
 * The bytes of a file as one `Blob`, with the content type that the storage tells. All of it is in memory.
 */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { DownloadRuns } from "../../services/TransferRuns.js"
import { openBytes } from "./openBytes.js"

export const readBlob: DownloadRuns["readBlob"] = (engine, request, options) =>
  Effect.scoped(Effect.gen(function*() {
    const { bytes, contentType } = yield* openBytes(engine, request, options)
    const chunks = yield* Stream.runCollect(bytes)
    // The bytes come from the network, so none of them is in shared memory, which a Blob would not take.
    return new Blob([...chunks] as Array<Uint8Array<ArrayBuffer>>, { type: contentType ?? "" })
  }))
