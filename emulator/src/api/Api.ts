/**
 * The product API as one app: product headers, then routes.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { Refusal } from "../catalogue/Refusal.js"
import type { ApiContext } from "./ApiContext.js"
import * as ArchiveRoutes from "./ArchiveRoutes.js"
import * as AssetFolderRoutes from "./AssetFolderRoutes.js"
import * as AssetRoutes from "./AssetRoutes.js"
import { checkHeaders } from "./Caller.js"
import * as Envelope from "./Envelope.js"
import * as FileRoutes from "./FileRoutes.js"
import * as RecycleRoutes from "./RecycleRoutes.js"
import * as SessionRoutes from "./SessionRoutes.js"
import * as ShareLinkRoutes from "./ShareLinkRoutes.js"
import * as ShareRoutes from "./ShareRoutes.js"
import * as SpaceRoutes from "./SpaceRoutes.js"
import * as StorageCallbackRoute from "./StorageCallbackRoute.js"
import * as ThumbnailRoute from "./ThumbnailRoute.js"
import * as UploadRoutes from "./UploadRoutes.js"

const noRoute = new Refusal({ code: "NotFound.Route", status: 404, message: "no such call" })

const defect = new Refusal({ code: "InternalError", status: 500, message: "the drive could not do this" })

export const make = (context: ApiContext): HttpApp.Default => {
  const routes = HttpRouter.concatAll(
    SessionRoutes.router(context),
    SpaceRoutes.router(context),
    FileRoutes.router(context),
    RecycleRoutes.router(context),
    ArchiveRoutes.router(context),
    AssetFolderRoutes.router(context),
    AssetRoutes.router(context),
    ShareRoutes.router(context),
    UploadRoutes.router(context)
  ).pipe(HttpRouter.use((route) => Envelope.answer(Effect.zipRight(checkHeaders, route))))
  // Whoever follows a share's link is no client of the API, nor is a storage that calls back or an `<img>`.
  const open = HttpRouter.concatAll(
    ShareLinkRoutes.router(context),
    StorageCallbackRoute.router(context),
    ThumbnailRoute.router(context)
  )
  const app = HttpRouter.concat(open, routes).pipe(
    Effect.catchTag("RouteNotFound", () => Effect.as(checkHeaders, Envelope.failure(noRoute)))
  )
  return Envelope.answer(app).pipe(
    // A server answers even when a handler has a bug.
    Effect.catchAllDefect((bug) =>
      Effect.as(Effect.logError("a handler broke", Cause.die(bug)), Envelope.failure(defect))
    )
  )
}
