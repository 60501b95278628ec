/**
 * All that moves bytes, as one service.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { layerOf } from "../services/inOrder.js"
import type { TransferCode } from "../services/TransferRuns.js"
import { TransferRuns } from "../services/TransferRuns.js"
import { downloads } from "./download/runDownload.js"
import { folders } from "./folder/walkFolder.js"
import { saved } from "./saved/findRecoverable.js"
import { aborts } from "./upload/abortParts.js"
import { uploadRuns } from "./upload/runUpload.js"
import { storeParts } from "./upload/storeParts.js"

const here = <A>(code: A): TransferCode<A> => {
  const get = Effect.succeed(code)
  return { get, load: () => get }
}

/** For programs that have all their code at once. */
export const layer: Layer.Layer<TransferRuns> = layerOf(
  TransferRuns,
  Effect.succeed({
    uploads: here(uploadRuns(Effect.succeed({ storeParts }))),
    aborts: here(aborts),
    downloads: here(downloads),
    folders: here(folders),
    saved: here(saved)
  })
)
