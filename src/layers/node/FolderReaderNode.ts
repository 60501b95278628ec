/**
 * Folders on this machine's disk (Node).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { FolderReader } from "../../services/FolderReader.js"
import { layerOf } from "../../services/inOrder.js"
import { fromDirectory } from "./fromDirectory.js"

/**
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<FolderReader> = layerOf(FolderReader, Effect.succeed({ read: fromDirectory }))
