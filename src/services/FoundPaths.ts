/**
 * Ids of paths that were looked up a moment ago, for breadcrumbs.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { FileId, SpaceId } from "../domain/Ids.js"
import { DriveEvents } from "./DriveEvents.js"
import { layerOf } from "./inOrder.js"
import * as SingleFlight from "./SingleFlight.js"
import type { FileFailure, StorageProvider } from "./StorageProvider.js"

/** Long enough for walking about in a tree, short enough that changes by others are seen. */
const lifetime = Duration.seconds(30)

const capacity = 1000

interface Found {
  readonly fileId: FileId
  readonly until: number
}

export declare namespace FoundPaths {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** The id of this path, from the last 30 seconds or by one call however many ask at a time. */
    readonly resolve: (provider: StorageProvider, path: string) => Effect.Effect<FileId, FileFailure>
    /** Forgets the paths of a space, because something in it was moved, renamed or taken away. Changes of other tabs do so too. */
    readonly forget: (spaceId: SpaceId) => Effect.Effect<void>
  }
}

const make = Effect.gen(function*() {
  const found = new Map<SpaceId, Map<string, Found>>()
  const flights = yield* SingleFlight.make<FileId, FileFailure>()

  const remember = (paths: Map<string, Found>, path: string, entry: Found) => {
    paths.delete(path)
    paths.set(path, entry)
    const [oldest] = paths.keys()
    if (paths.size > capacity && oldest !== undefined) paths.delete(oldest)
  }

  const ask = Effect.fnUntraced(function*(provider: StorageProvider, path: string) {
    const { spaceId } = provider.space
    const paths = found.get(spaceId) ?? new Map<string, Found>()
    found.set(spaceId, paths)
    const fileId = yield* provider.files.resolve(path)
    // What was forgotten meanwhile stays so: its map is no longer the space's.
    remember(paths, path, { fileId, until: (yield* Clock.currentTimeMillis) + Duration.toMillis(lifetime) })
    return fileId
  })

  const resolve: FoundPaths.Service["resolve"] = Effect.fnUntraced(function*(provider, path) {
    const { spaceId } = provider.space
    const known = found.get(spaceId)?.get(path)
    if (known !== undefined && (yield* Clock.currentTimeMillis) < known.until) return known.fileId
    return yield* flights.join(`${spaceId}${path}`, ask(provider, path))
  })

  const forgetNow = (spaceId: SpaceId) => {
    found.delete(spaceId)
    flights.forget()
  }

  // A task that ends changes what the call that began it has forgotten too early; other tabs change it at any time. A change that names
  // no folder may have given a file another name, with new content or by its asset. The next user may not see what this one found.
  const events = yield* Effect.serviceOption(DriveEvents)
  if (Option.isSome(events)) {
    yield* events.value.on((event) => {
      if (event._tag === "SignedOut") {
        found.clear()
        flights.forget()
      }
      if (
        event._tag === "FilesChanged" &&
        (event.origin === "elsewhere" || event.kind === "taskEnded" || !event.folderIds?.length)
      ) forgetNow(event.spaceId)
    })
  }

  return FoundPaths.of({ resolve, forget: (spaceId) => Effect.sync(() => forgetNow(spaceId)) })
})

/**
 * Remembers for 30 s which id a path has led to.
 *
 * @since 1.0.7
 * @category tags
 */
export class FoundPaths extends Context.Tag("effect-drive/FoundPaths")<FoundPaths, FoundPaths.Service>() {
  static readonly layer: Layer.Layer<FoundPaths> = layerOf(FoundPaths, make)
}
