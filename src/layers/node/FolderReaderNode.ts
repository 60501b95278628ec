/**
 * Folders on this machine's disk (Node).
 *
 * @since 1.0.7
 */
import * as Layer from "effect/Layer"
import { FolderReader } from "../../services/FolderReader.js"
import { fromDirectory } from "./fromDirectory.js"

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<FolderReader> = Layer.succeed(FolderReader, { read: fromDirectory })
