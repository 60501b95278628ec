/**
 * The adapters of pages that only transfers need: they build at once, and their code comes with the first transfer.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { connectionsOfPages } from "../../domain/Constants.js"
import { Hasher } from "../../services/Hasher.js"
import { layerOfContext } from "../../services/inOrder.js"
import { TaskMemory } from "../../services/TaskMemory.js"
import { Transport } from "../../services/Transport.js"
import { isFileHandle, UploadSources } from "../../services/UploadSource.js"
import type { open as openBrowserSink } from "../browser/download/BrowserSink.js"
import type { HasherWasmOptions } from "../browser/HasherWasm.js"
import { handleAccess } from "../browser/sources/handleAccess.js"
import type { DriveCode } from "../DriveServices.js"
import { nameOf, sizeOf } from "../files/SourceName.js"
import * as LazyCode from "./LazyCode.js"
import { seldom, seldomCode } from "./onFirstUse.js"
import { transfersOf } from "./transfersOf.js"

/** One module for each, so that a transfer waits once, and not for one file after the other. */
const code = LazyCode.make("uploads", () => import("./pageTransferCode.js"))

const partsCode = LazyCode.make("uploads in parts", () => import("./partsCode.js"))

const downloadCode = LazyCode.make("downloads", () => import("./pageDownloadCode.js"))

const savedCode = LazyCode.make("saved uploads", () => import("./savedCode.js"))

/**
 * The code of a page's drive.
 *
 * @since 1.0.7
 * @category code
 */
export const onFirstUseInPages: DriveCode = {
  ...seldom,
  transfers: transfersOf({
    uploads: code,
    parts: partsCode,
    downloads: downloadCode,
    folders: seldomCode,
    saved: savedCode
  })
}

/**
 * Opens where a page saves a download to.
 *
 * @since 1.0.7
 * @category constructors
 */
export const openSink = (...args: Parameters<typeof openBrowserSink>): ReturnType<typeof openBrowserSink> =>
  Effect.flatMap(downloadCode.load, (module) => module.openSink(...args))

const hasher = (options: HasherWasmOptions) =>
  LazyCode.service(Hasher, code, (module) => module.hasher(options), {
    hash: "effect",
    sha1States: "effect",
    digest: "effect",
    digestRange: "effect"
  })

/** What remembers an archive is there before the archive is begun: the code that begins it is of the same module. */
const taskMemory = LazyCode.service(TaskMemory, downloadCode, (module) => module.taskMemory, {
  remember: "effect",
  recall: "effect"
})

const transport = (hashing: HasherWasmOptions): Transport.Service => ({
  connections: connectionsOfPages,
  put: (address, body, sent) => Effect.flatMap(code.load, ({ putBy }) => putBy(hashing)(address, body, sent)),
  get: (address, options = {}) => Effect.flatMap(downloadCode.load, ({ get }) => get(address, options))
})

let loadedSources: UploadSources.Service | undefined

/** A queue shows names and sizes before anything is loaded, and a browser asks its user only while a click is handled. */
const sources: UploadSources.Service = {
  open: (...args) =>
    loadedSources?.open(...args) ??
      Effect.flatMap(code.load, (module) => (loadedSources ??= module.sources()).open(...args)),
  describe: (input, naming) => ({ name: nameOf(input, naming), size: sizeOf(input) }),
  access: (input, how) => isFileHandle(input) ? handleAccess(input, how) : Effect.succeed(true)
}

/**
 * The hasher, the transport, the sources and the memory of tasks of pages. Code that cannot be loaded is `TransportError`, and the next use
 * tries again.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: HasherWasmOptions): Layer.Layer<Hasher | TaskMemory | Transport | UploadSources> =>
  layerOfContext(
    Effect.map(
      Effect.all([hasher(options), taskMemory]),
      ([hashing, remembering]) =>
        Context.merge(hashing, remembering).pipe(
          Context.add(UploadSources, sources),
          Context.add(Transport, transport(options))
        )
    )
  )
