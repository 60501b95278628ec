/**
 * All calls of the PDS API, by their path behind /v2.
 */
import * as BatchRoute from "./BatchRoute.js"
import * as BinRoutes from "./BinRoutes.js"
import * as ChangeRoutes from "./ChangeRoutes.js"
import type { Handler } from "./DriveCall.js"
import * as DriveRoutes from "./DriveRoutes.js"
import * as FileRoutes from "./FileRoutes.js"
import * as TaskRoutes from "./TaskRoutes.js"
import * as UploadRoutes from "./UploadRoutes.js"

const single: Readonly<Record<string, Handler>> = {
  ...DriveRoutes.routes,
  ...FileRoutes.routes,
  ...UploadRoutes.routes,
  ...ChangeRoutes.routes,
  ...BinRoutes.routes,
  ...TaskRoutes.routes
}

export const routes: ReadonlyMap<string, Handler> = new Map(
  Object.entries({ ...single, "/batch": BatchRoute.make(single) })
)
