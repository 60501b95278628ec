/**
 * Upload sessions in IndexedDB (browsers).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UploadSessions } from "../../services/UploadSessions.js"
import * as BackedSessions from "../saved/BackedSessions.js"
import * as SessionDatabase from "./saved/SessionDatabase.js"

/**
 * Upload sessions in a database of another name.
 *
 * @since 1.0.7
 * @category layers
 */
export const layerWith = (options: { readonly database: string }): Layer.Layer<UploadSessions> =>
  Layer.scoped(UploadSessions, Effect.suspend(() => BackedSessions.make(SessionDatabase.make(options.database))))

/**
 * Saves uploads in the database `effect-drive`, opened when it is first needed: a row for each session and for each
 * accepted part. Tabs never drive one upload: a Web Lock says whose it is. A browser that stores nothing stops no
 * upload; then `healthy` is `false`.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<UploadSessions> = layerWith({ database: "effect-drive" })
