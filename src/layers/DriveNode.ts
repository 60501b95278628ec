/**
 * `effect-drive/node`: a drive for Node.
 *
 * @since 1.0.7
 */
import * as Layer from "effect/Layer"
import { join } from "node:path"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import { inner, inOrder } from "../services/inOrder.js"
import type { DriveAdapters, DriveOptions, DriveServices } from "./Drive.js"
import { layerServices, withConfig } from "./Drive.js"
import { everythingAtOnce } from "./everythingAtOnce.js"
import * as ConnectivityAlways from "./node/ConnectivityAlways.js"
import * as FileSinkNode from "./node/FileSinkNode.js"
import * as FolderReaderNode from "./node/FolderReaderNode.js"
import * as HasherNode from "./node/HasherNode.js"
import * as HttpClientNode from "./node/HttpClientNode.js"
import * as ProductHttpClientNode from "./node/ProductHttpClientNode.js"
import * as TaskMemoryDirectory from "./node/TaskMemoryDirectory.js"
import * as TransportNode from "./node/TransportNode.js"
import * as UploadSessionsDirectory from "./node/UploadSessionsDirectory.js"
import * as UploadSourcesNode from "./node/UploadSourcesNode.js"
import * as TaskMemoryMemory from "./saved/TaskMemoryMemory.js"
import * as UploadSessionsMemory from "./saved/UploadSessionsMemory.js"

export type { DriveAdapters, DriveOptions, DriveServices, Providers } from "./Drive.js"
export { layer } from "./Drive.js"
export { fromDirectory } from "./node/fromDirectory.js"

/**
 * Options of a drive in Node; `apiHost` is required there.
 *
 * @since 1.0.7
 * @category models
 */
export interface DriveNodeOptions extends DriveOptions {
  /**
   * Where unfinished uploads and tasks of archives are saved, so that another run of the program can resume them.
   * They are told apart by user, not by `apiHost`: each host needs a directory of its own. Default: in memory only.
   */
  readonly sessionDirectory?: string | undefined
}

/**
 * The adapters that `layer` needs, for Node; for programs that replace some of them.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerAdapters = (
  { sessionDirectory }: Pick<DriveNodeOptions, "sessionDirectory"> = {}
): Layer.Layer<DriveAdapters> =>
  inOrder(
    ConnectivityAlways.layer,
    FileSinkNode.layer,
    FolderReaderNode.layer,
    HasherNode.layer,
    TransportNode.layer,
    sessionDirectory === undefined
      ? UploadSessionsMemory.layer
      : UploadSessionsDirectory.layer({ directory: sessionDirectory }),
    sessionDirectory === undefined
      ? TaskMemoryMemory.layer
      : TaskMemoryDirectory.layer({ directory: join(sessionDirectory, "tasks") }),
    UploadSourcesNode.layer
  )

/**
 * All services of a drive in Node, with no requirements left.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerNode = (options: DriveNodeOptions): Layer.Layer<DriveServices, InvalidInput> => {
  const { sessionDirectory } = options
  // An empty one would be the directory in which the program happens to run.
  if (sessionDirectory !== undefined && (typeof sessionDirectory !== "string" || sessionDirectory === "")) {
    return Layer.fail(new InvalidInput({ field: "sessionDirectory", message: "sessionDirectory must be a path" }))
  }
  return withConfig(
    options,
    inOrder(
      inner(HttpClientNode.layerStorage),
      inner(layerAdapters(options)),
      layerServices(options, ProductHttpClientNode.layer, everythingAtOnce)
    )
  )
}
