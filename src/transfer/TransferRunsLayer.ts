/**
 * All that moves bytes, as one service.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TransferCode } from "../services/TransferRuns.js"
import { TransferRuns } from "../services/TransferRuns.js"
import { downloads } from "./download/downloadRuns.js"
import { folders } from "./folder/folderRuns.js"
import { uploads } from "./upload/uploadRuns.js"

const here = <A>(code: A): TransferCode<A> => {
  const get = Effect.succeed(code)
  return { get, load: () => get }
}

/** For programs that have all their code at once. */
export const layer: Layer.Layer<TransferRuns> = Layer.succeed(TransferRuns, {
  uploads: here(uploads),
  downloads: here(downloads),
  folders: here(folders)
})
