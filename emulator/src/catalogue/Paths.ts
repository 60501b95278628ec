/**
 * Paths to entries and back.
 */
import * as Effect from "effect/Effect"
import type { Catalogue } from "./Catalogue.js"
import { rootId } from "./CatalogueEntry.js"
import type { Refusal } from "./Refusal.js"
import { fileNotFound } from "./Refusal.js"
import type { SpaceRules } from "./SpaceRules.js"

/**
 * An entry's id together with its path.
 */
export interface Place {
  readonly fileId: string
  readonly path: string
}

/**
 * Walks a path from the root. Slashes at its ends mean nothing; of several entries of one name a folder is taken before
 * a file, and the oldest of those.
 */
export const fromPath = (catalogue: Catalogue, space: SpaceRules, path: string): Effect.Effect<Place, Refusal> =>
  Effect.suspend(() => {
    const names = path.replace(/^\/+|\/+$/g, "").split("/")
    if (names.length === 1 && names[0] === "") return Effect.succeed({ fileId: rootId, path: "/" })
    let at = rootId
    for (const name of names) {
      const found = catalogue.index.named(space.spaceId, at, name)
      const folder = found.find((fileId) => catalogue.isFolder(space.spaceId, fileId))
      const next = folder ?? found[0]
      if (next === undefined) return Effect.fail(fileNotFound(`at ${path}`))
      at = next
    }
    return Effect.succeed({ fileId: at, path: `/${names.join("/")}` })
  })

export const ofFile = (catalogue: Catalogue, space: SpaceRules, fileId: string): Effect.Effect<Place, Refusal> =>
  fileId === rootId
    ? Effect.succeed({ fileId, path: "/" })
    : Effect.map(catalogue.find(space.spaceId, fileId), (entry) => ({ fileId, path: catalogue.pathOf(entry) }))
