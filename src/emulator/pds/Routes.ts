/**
 * All calls of the PDS API, by their path behind /v2.
 *
 * @since 1.0.7
 */
import type { Handler } from "./DriveCall.js"
import * as FileRoutes from "./FileRoutes.js"
import * as UploadRoutes from "./UploadRoutes.js"

/**
 * @since 1.0.7
 * @category constants
 */
export const routes: Readonly<Record<string, Handler>> = { ...FileRoutes.routes, ...UploadRoutes.routes }
