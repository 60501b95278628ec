/**
 * New folders, changes to files that are there, and views of them, put together.
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { FileId } from "../../domain/Ids.js"
import { makeAnnounce } from "../../services/Announce.js"
import type { FilesChangeError } from "../../services/Files.js"
import { FileActions } from "../../services/files/FileActions.js"
import { layerOf } from "../../services/inOrder.js"
import type { InSpace } from "../../services/Spaces.js"
import { Spaces } from "../../services/Spaces.js"
import { StorageProviders } from "../../services/StorageProviders.js"
import { fileChanges } from "../AnnouncedServices.js"
import * as FileViews from "./FileViews.js"
import { foundPaths } from "./FoundPaths.js"
import * as NewFolders from "./NewFolders.js"
import * as SharedCalls from "./SharedCalls.js"

export const make: Effect.Effect<FileActions.Service, never, Scope.Scope | Spaces | StorageProviders> = Effect.gen(
  function*() {
    const spaces = yield* Spaces
    const providers = yield* StorageProviders
    const found = yield* foundPaths
    const announce = yield* makeAnnounce
    const folders = yield* SharedCalls.make<FileId, FilesChangeError>()
    const open = (options: InSpace | undefined) => Effect.flatMap(spaces.resolve(options), providers.forSpace)
    return {
      ...NewFolders.make(open, folders, announce),
      ...fileChanges(open, found, announce),
      ...FileViews.make({ open, found })
    }
  }
)

export const layer: Layer.Layer<FileActions, never, Spaces | StorageProviders> = layerOf(
  FileActions,
  make
)
