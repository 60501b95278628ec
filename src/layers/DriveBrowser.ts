/**
 * `effect-drive/browser`: a drive for web pages.
 *
 * @since 1.0.7
 */
import type * as Layer from "effect/Layer"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { FolderReader } from "../services/FolderReader.js"
import { inner, inOrder } from "../services/inOrder.js"
import * as ChangesAcrossTabs from "./browser/ChangesAcrossTabs.js"
import * as ConnectivityBrowser from "./browser/ConnectivityBrowser.js"
import type { FileSinkBrowserOptions } from "./browser/FileSinkBrowser.js"
import * as FileSinkBrowser from "./browser/FileSinkBrowser.js"
import * as ProductHttpClientBrowser from "./browser/ProductHttpClientBrowser.js"
import * as UploadSessionsIndexedDb from "./browser/UploadSessionsIndexedDb.js"
import type { DriveAdapters, DriveOptions, DriveServices } from "./Drive.js"
import { layerServices, withConfig } from "./Drive.js"
import * as PageTransfers from "./loading/PageTransfers.js"

export { fromDirectoryHandle, fromDrop, fromFileList } from "./browser/DropEntries.js"
export type { DriveAdapters, DriveOptions, DriveServices, Providers } from "./Drive.js"
export { layer } from "./Drive.js"

/**
 * Options of a drive in a page; `apiHost` may be left out there.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveBrowserOptions extends DriveOptions {
  /** Creates the hash worker, for bundlers that do not detect it: see `effect-drive/hash-worker`. */
  readonly hashWorker?: (() => Worker) | undefined
  /** How downloads are saved: by which service worker, and how much is kept in memory at most. */
  readonly saving?: FileSinkBrowserOptions | undefined
}

/**
 * The adapters that `layer` needs, for pages; for programs that replace some of them.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerAdapters = (
  options: Pick<DriveBrowserOptions, "hashWorker" | "saving"> = {}
): Layer.Layer<DriveAdapters> =>
  inOrder(
    ConnectivityBrowser.layer,
    FileSinkBrowser.layer(options.saving ?? {}, PageTransfers.openSink),
    FolderReader.layerUnsupported,
    PageTransfers.layer({ worker: options.hashWorker }),
    UploadSessionsIndexedDb.layer
  )

/**
 * All services of a drive in a page, with no requirements left.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerBrowser = (options: DriveBrowserOptions): Layer.Layer<DriveServices, InvalidInput> =>
  withConfig(
    options,
    inOrder(
      inner(ProductHttpClientBrowser.layer),
      inner(layerAdapters(options)),
      layerServices(options, ProductHttpClientBrowser.layer, PageTransfers.onFirstUseInPages),
      ChangesAcrossTabs.layer
    )
  )
