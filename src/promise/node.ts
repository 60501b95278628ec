/**
 * `effect-drive/promise` in Node.
 *
 * @since 1.0.7
 */
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

/**
 * A drive for Node programs. Returns at once: nothing is built or sent before the first call.
 *
 * @since 1.0.7
 * @category constructors
 */
export const createDrive = (options: CreateDriveOptions): DriveClient =>
  // Those of a program without types may be none, which shows as those that they lack.
  Client.make(Drive.layerNode({ ...options }), { ...options })
