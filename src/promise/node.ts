/**
 * `effect-drive/promise` in Node.
 *
 * @since 1.0.7
 */
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Drive from "../layers/DriveNode.js"
import type { DriveClient } from "./DriveClient.js"
import * as Client from "./DriveClient.js"

export * from "./exports.js"

/**
 * Options of a drive in a Node program.
 *
 * @since 1.0.7
 * @category models
 */
export interface CreateDriveOptions extends Drive.DriveNodeOptions {
  /** The drive's name among the drives of this program, for caches that hold more than one. Default `drive`. */
  readonly id?: string | undefined
}

/** What a program writes to its standard output is its own. */
const logToStderr = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger))

/**
 * A drive for Node programs. Returns at once: nothing is built or sent before the first call. Its warnings go to the standard error.
 *
 * @since 1.0.7
 * @category constructors
 */
export const createDrive = (options: CreateDriveOptions): DriveClient =>
  // Those of a program without types may be none, which shows as those that they lack.
  Client.make(Layer.provideMerge(Drive.layerNode({ ...options }), logToStderr), { ...options })
