/**
 * Ids of paths that were looked up a moment ago, for breadcrumbs.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type { FileId, SpaceId } from "../../domain/Ids.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import * as SingleFlight from "../../services/SingleFlight.js"
import type { FileFailure, StorageProvider } from "../../services/StorageProvider.js"
import { StorageProviders } from "../../services/StorageProviders.js"

/** Long enough for walking about in a tree, short enough that changes by others are seen. */
const lifetime = Duration.seconds(30)

const capacity = 1000

interface Found {
  readonly fileId: FileId
  readonly until: number
}

export interface FoundPaths {
  /** The id of this path, from the last 30 seconds or by one call however many ask at a time. */
  readonly resolve: (provider: StorageProvider, path: string) => Effect.Effect<FileId, FileFailure>
  /** Forgets the paths of a space, because something in it was moved, renamed or taken away. Changes of other tabs do so too. */
  readonly forget: (spaceId: SpaceId) => Effect.Effect<void>
}

const make: Effect.Effect<FoundPaths, never, Scope.Scope> = Effect.gen(function*() {
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

  const resolve: FoundPaths["resolve"] = Effect.fnUntraced(function*(provider, path) {
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

  return { resolve, forget: (spaceId) => Effect.sync(() => forgetNow(spaceId)) }
})

const ofDrives = new WeakMap<StorageProviders.Service, FoundPaths>()

/**
 * Remembers for 30 s which id a path has led to. All services of a drive have one memory; it begins with the first of them.
 */
export const foundPaths: Effect.Effect<FoundPaths, never, Scope.Scope | StorageProviders> = Effect.flatMap(
  StorageProviders,
  (providers) => {
    const known = ofDrives.get(providers)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(make, (made) => Effect.sync(() => ofDrives.set(providers, made)))
  }
)
