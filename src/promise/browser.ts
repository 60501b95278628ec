/**
 * `effect-drive/promise` in browsers.
 *
 * @since 1.0.7
 */
import * as Drive from "../layers/DriveBrowser.js"
import type { DriveClient } from "./DriveClient.js"
import * as Client from "./DriveClient.js"

export * from "./exports.js"

/**
 * Options of a drive in a page.
 *
 * @since 1.0.7
 * @category models
 */
export interface CreateDriveOptions extends Drive.DriveBrowserOptions {
  /** The drive's name among the drives of this program, for caches that hold more than one. Default `drive`. */
  readonly id?: string | undefined
}

/**
 * A drive for pages. Returns at once: nothing is built or sent before the first call.
 *
 * @since 1.0.7
 * @category constructors
 */
export const createDrive = (options: CreateDriveOptions): DriveClient =>
  // Those of a program without types may be none, which shows as those that they lack.
  Client.make(Drive.layerBrowser({ ...options }), { ...options })
