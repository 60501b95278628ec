/**
 * The user's spaces, and which one is selected.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { initialSpacePage } from "../domain/Constants.js"
import type { Page } from "../domain/DriveFile.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import type { SpaceId } from "../domain/Ids.js"
import * as Positive from "../domain/Positive.js"
import type { Space, SpaceSummary } from "../domain/Space.js"
import { DriveInfo, requireSpaceId, smallerLimit, SpaceBenefit, SpaceList } from "../domain/Space.js"
import { Credentials } from "./Credentials.js"
import type { ApiFailure } from "./DriveApi.js"
import { DriveApi } from "./DriveApi.js"
import { DriveEvents } from "./DriveEvents.js"
import { selectedThen } from "./selectedThen.js"
import * as SingleFlight from "./SingleFlight.js"
import { StorageProviders } from "./StorageProviders.js"

/**
 * Last argument of every method that works in a space; left out = the selected space, read at the call.
 *
 * @since 1.0.7
 * @category models
 */
export interface InSpace {
  readonly spaceId?: string | undefined
}

/**
 * Which page of the space list.
 *
 * @since 1.0.7
 * @category models
 */
export interface ListSpaces {
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

/**
 * @since 1.0.7
 * @category errors
 */
export type SpaceFailure = ApiFailure | InvalidInput | StorageError

export declare namespace Spaces {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** Default page 1, page size 10. */
    readonly list: (options?: ListSpaces) => Effect.Effect<Page<SpaceSummary>, ApiFailure | InvalidInput>
    /** Fetches token, benefit and drive info, and makes this the selected space. */
    readonly select: (spaceId: string) => Effect.Effect<Space, SpaceFailure>
    /** The selected space, if there is one. */
    readonly current: () => Effect.Effect<Space | undefined>
    /** The space a call works in: the one named, else the selected one; 'spaceId required' without either. */
    readonly resolve: (options?: InSpace) => Effect.Effect<Space, SpaceFailure>
    /** The space's configuration, as the service gives it. */
    readonly config: (options?: InSpace) => Effect.Effect<Readonly<Record<string, unknown>>, ApiFailure | InvalidInput>
    /** What the space may do: limits of sizes and speeds, where it has some. */
    readonly benefit: (options?: InSpace) => Effect.Effect<SpaceBenefit, ApiFailure | InvalidInput>
    /**
     * The file size limit by the product API. The sizes of a pds space by its drive, which may lag a few seconds behind; where
     * the drive does not tell them, and on all other platforms, by the product API.
     */
    readonly driveInfo: (options?: InSpace) => Effect.Effect<DriveInfo, ApiFailure | InvalidInput>
    /** Forgets the selection and all that is known of spaces (logout). */
    readonly clear: Effect.Effect<void>
  }
}

/** What is known for the user who is signed in; logout replaces it as a whole, so that late answers find nobody. */
interface Known {
  readonly spaces: Map<SpaceId, Space>
  readonly names: Map<SpaceId, string>
  selected: SpaceId | undefined
  /** Counts selections, so that of two under way the later one stands. */
  selections: number
}

const nothingKnown = (): Known => ({ spaces: new Map(), names: new Map(), selected: undefined, selections: 0 })

const Config = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const make = Effect.gen(function*() {
  const api = yield* DriveApi
  const credentials = yield* Credentials
  const events = yield* DriveEvents
  const providers = yield* StorageProviders
  const flights = yield* SingleFlight.make<Space, SpaceFailure>()
  let known = nothingKnown()

  const selected = Effect.map(FiberRef.get(selectedThen), (then) => then ?? known.selected)

  const idOf = (options: InSpace | undefined) =>
    Effect.flatMap(selected, (spaceId) => requireSpaceId(options?.spaceId ?? spaceId))

  const read = <A, I>(operation: string, path: string, response: Schema.Schema<A, I>) =>
    api.request({ operation, method: "GET", path, response })

  const config = (spaceId: SpaceId) => read("Spaces.config", `/api/v2/user/${encodeURIComponent(spaceId)}/cfg`, Config)

  const benefit = (spaceId: SpaceId) =>
    read("Spaces.benefit", `/api/v2/drive/space/${encodeURIComponent(spaceId)}/benefit`, SpaceBenefit)

  const driveInfo = (spaceId: SpaceId) =>
    read("Spaces.driveInfo", `/api/v2/user/${encodeURIComponent(spaceId)}/drive/info`, DriveInfo)

  const open = Effect.fnUntraced(function*(spaceId: SpaceId) {
    const holder = known
    const found = yield* Effect.all({
      credential: credentials.get(spaceId),
      benefit: benefit(spaceId),
      info: driveInfo(spaceId)
    }, { concurrency: 3 })
    const space: Space = {
      spaceId,
      platform: found.credential.platform,
      name: holder.names.get(spaceId),
      fileSizeLimit: smallerLimit(found.benefit.fileSizeLimit, found.info.fileSizeLimit),
      downloadSpeed: found.benefit.singleFileDownloadSpeed || undefined
    }
    holder.spaces.set(spaceId, space)
    return space
  })

  const opened = (spaceId: SpaceId) => flights.join(spaceId, open(spaceId))

  /** The storage's own word. Buckets have none, so that their code is not loaded for it. */
  const usage = Effect.fnUntraced(function*(spaceId: SpaceId) {
    const { platform } = known.spaces.get(spaceId) ?? (yield* credentials.get(spaceId))
    if (platform !== "pds") return undefined
    const provider = yield* providers.forSpace(known.spaces.get(spaceId) ?? (yield* opened(spaceId)))
    return yield* provider.usage ?? Effect.succeed(undefined)
  })

  /** No caller could do anything about a drive that must not be asked, and the product API has an answer too. */
  const refused = (error: Error) => Effect.as(Effect.logDebug("the drive does not tell its sizes", error), undefined)

  const usageOrNothing = (spaceId: SpaceId) =>
    Effect.catchTags(usage(spaceId), {
      ApiError: refused,
      FileNotFound: refused,
      PermissionDenied: refused,
      PlatformNotSupported: refused,
      StorageError: refused,
      UnsupportedOperation: refused
    })

  return {
    list: Effect.fn("Spaces.list")(function*(options?: ListSpaces) {
      const page = yield* Positive.integer("page", options?.page ?? initialSpacePage.page)
      const pageSize = yield* Positive.integer("pageSize", options?.pageSize ?? initialSpacePage.pageSize)
      const holder = known
      const answer = yield* api.request({
        operation: "Spaces.list",
        method: "POST",
        path: "/api/v2/drive/space/list",
        body: { page, page_size: pageSize },
        response: SpaceList,
        repeatable: true
      })
      const items = ("list" in answer ? answer.list : answer.items) ?? []
      const total = answer.total ?? undefined
      for (const { name, spaceId } of items) if (name) holder.names.set(spaceId, name)
      const isLast = items.length === 0 || (total === undefined ? items.length < pageSize : page * pageSize >= total)
      return { items, total, next: isLast ? undefined : String(page + 1) }
    }),
    select: Effect.fn("Spaces.select")(function*(wanted: string) {
      const spaceId = yield* requireSpaceId(wanted)
      const holder = known
      const selection = ++holder.selections
      const space = yield* opened(spaceId)
      if (holder !== known) {
        return yield* new InvalidInput({ field: "spaceId", message: "signed out while the space was being selected" })
      }
      if (selection === holder.selections) {
        holder.selected = spaceId
        yield* events.publish({ _tag: "SpaceSelected", spaceId })
      }
      return space
    }),
    current: () => Effect.map(selected, (spaceId) => spaceId === undefined ? undefined : known.spaces.get(spaceId)),
    resolve: Effect.fn("Spaces.resolve")(function*(options?: InSpace) {
      const spaceId = yield* idOf(options)
      return known.spaces.get(spaceId) ?? (yield* opened(spaceId))
    }),
    config: Effect.fn("Spaces.config")(function*(options?: InSpace) {
      return yield* config(yield* idOf(options))
    }),
    benefit: Effect.fn("Spaces.benefit")(function*(options?: InSpace) {
      return yield* benefit(yield* idOf(options))
    }),
    driveInfo: Effect.fn("Spaces.driveInfo")(function*(options?: InSpace) {
      const spaceId = yield* idOf(options)
      const [told, used] = yield* Effect.all([driveInfo(spaceId), usageOrNothing(spaceId)], { concurrency: 2 })
      return used === undefined ? told : new DriveInfo({ fileSizeLimit: told.fileSizeLimit, ...used })
    }),
    clear: Effect.sync(() => {
      known = nothingKnown()
      flights.forget()
    })
  }
})

/**
 * @since 1.0.7
 * @category tags
 */
export class Spaces extends Context.Tag("effect-drive/Spaces")<Spaces, Spaces.Service>() {
  static readonly layer: Layer.Layer<Spaces, never, Credentials | DriveApi | DriveEvents | StorageProviders> = Layer
    .scoped(Spaces, make)
}
