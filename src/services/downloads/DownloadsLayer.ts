/**
 * The service of downloads, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as FileIdInput from "../../domain/FileIdInput.js"
import * as Shape from "../../domain/Shape.js"
import { Downloads } from "../Downloads.js"
import { layerOf } from "../inOrder.js"
import type { InSpace } from "../Spaces.js"
import { Spaces } from "../Spaces.js"
import { StorageProviders } from "../StorageProviders.js"
import { TaskMemory } from "../TaskMemory.js"
import { TransferRuns } from "../TransferRuns.js"
import type { Given } from "../transfers/RetryPolicy.js"
import { withDefaults } from "../transfers/RetryPolicy.js"
import type { DownloadPorts, DownloadTuning } from "./DownloadEngine.js"
import { defaultDownloadTuning } from "./DownloadEngine.js"
import * as RegisteredDownloads from "./RegisteredDownloads.js"

const make = Effect.fnUntraced(function*(tuning: Given<DownloadTuning>) {
  const spaces = yield* Spaces
  const providers = yield* StorageProviders
  const memory = yield* TaskMemory
  const { downloads: code } = yield* TransferRuns

  const provider = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)

  /** Another space may be selected while the code is on its way. */
  const pinned = (options: InSpace | undefined) =>
    Effect.map(
      Effect.zipRight(Shape.options(options), spaces.current()),
      (space): InSpace => ({ spaceId: options?.spaceId ?? space?.spaceId })
    )

  const several = (options: InSpace | undefined) =>
    Effect.flatMap(
      pinned(options),
      (inSpace) => Effect.map(code.get, (downloads) => ({ ...downloads.several(provider, memory), inSpace }))
    )
  const archive: Downloads.Service["archive"] = (wanted, options) =>
    Effect.flatMap(several(options), ({ archive, inSpace }) => archive(wanted, inSpace))
  const batch: Downloads.Service["batch"] = (fileIds, options) =>
    Effect.flatMap(several(options), ({ batch, inSpace }) => batch(fileIds, inSpace))
  const { engine, registered } = yield* RegisteredDownloads.make(withDefaults(defaultDownloadTuning, tuning), archive)

  const url: Downloads.Service["url"] = Effect.fn("Downloads.url")(function*(fileId, options) {
    const id = yield* FileIdInput.make(fileId)
    const { downloads } = yield* provider(options)
    const { expiresAt, url } = yield* downloads.address(id, { expiresIn: options?.expiresIn })
    return { downloadUrl: url, url, expiresAt }
  })

  const stream: Downloads.Service["stream"] = (request, options) =>
    Stream.unwrapScoped(
      Effect.flatMap(pinned(options), (inSpace) =>
        Effect.flatMap(code.get, (downloads) =>
          Effect.map(downloads.open(engine, request, inSpace), ({ bytes }) =>
            bytes)))
    ).pipe(Stream.provideContext(engine.context))

  const blob: Downloads.Service["blob"] = Effect.fn("Downloads.blob")(function*(request, options) {
    const inSpace = yield* pinned(options)
    const downloads = yield* code.get
    return yield* downloads.readBlob(engine, request, inSpace)
  }, engine.provided)

  return Downloads.of({ url, stream, blob, archive, batch, ...registered })
})

/** What is left out of the retries, time limits and ranges keeps its default. */
export const layer = (tuning: Given<DownloadTuning> = {}): Layer.Layer<Downloads, never, DownloadPorts> =>
  layerOf(Downloads, make(tuning))
