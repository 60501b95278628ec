/**
 * The user's spaces, and which one is selected.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { initialSpacePage } from "../domain/Constants.js"
import type { Page } from "../domain/DriveFile.js"
import type { ApiError } from "../domain/errors/ApiErrors.js"
import { SpaceNotFound } from "../domain/errors/ApiErrors.js"
import { InvalidInput } from "../domain/errors/InputErrors.js"
import type { StorageError } from "../domain/errors/StorageErrors.js"
import * as FieldNames from "../domain/FieldNames.js"
import type { SpaceId } from "../domain/Ids.js"
import * as NumberedPage from "../domain/NumberedPage.js"
import type { Platform } from "../domain/Platform.js"
import * as Positive from "../domain/Positive.js"
import * as Shape from "../domain/Shape.js"
import type { Space, SpaceSummary } from "../domain/Space.js"
import { DriveInfo, requireSpaceId, smallerLimit, SpaceBenefit, SpaceList } from "../domain/Space.js"
import { atOnce } from "./atOnce.js"
import { Credentials } from "./Credentials.js"
import type { ApiFailure } from "./DriveApi.js"
import { DriveApi } from "./DriveApi.js"
import { DriveEvents } from "./DriveEvents.js"
import { layerOf } from "./inOrder.js"
import { KnownHosts, slowAnswer } from "./KnownHosts.js"
import * as SingleFlight from "./SingleFlight.js"
import { spaceOfCall } from "./spaceIdOf.js"
import { StorageProviders } from "./StorageProviders.js"
import { withSpanIfTraced } from "./withSpanIfTraced.js"

/**
 * Last argument of every method that works in a space. Default: the space that is selected when the method is called.
 *
 * @since 1.0.7
 * @category models
 */
export interface InSpace {
  readonly spaceId?: string | undefined
}

/**
 * What a call needs to know of a space: its limits, or also its storage. Values that were refused before are requested
 * again then. Without limits only the service refuses files that are too large.
 *
 * @since 1.0.7
 * @category models
 */
export interface ResolveSpace extends InSpace {
  readonly needs?: "limits" | "storage" | undefined
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
 * How finding or opening a space can fail.
 *
 * @since 1.0.7
 * @category errors
 */
export type SpaceFailure = ApiFailure | InvalidInput | SpaceNotFound | StorageError

export declare namespace Spaces {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    /** One page of the user's spaces. Default page 1, page size 10. */
    readonly list: (options?: ListSpaces) => Effect.Effect<Page<SpaceSummary>, ApiFailure | InvalidInput>
    /**
     * Fetches token, benefit and drive info, and selects this space. A refusal of one of the three does not fail the
     * call: its values stay unknown. From a service that answers slowly they are fetched one after the other, up to the first
     * refusal. A space that the service does not know is `SpaceNotFound`.
     */
    readonly select: (spaceId: string) => Effect.Effect<Space, SpaceFailure>
    /** The selected space, if there is one. */
    readonly current: () => Effect.Effect<Space | undefined>
    /** The space a call works in: the one named, else the selected one; 'spaceId required' without either. */
    readonly resolve: (options?: ResolveSpace) => Effect.Effect<Space, SpaceFailure>
    /** The space's configuration, as the service gives it. */
    readonly config: (options?: InSpace) => Effect.Effect<Readonly<Record<string, unknown>>, SpaceFailure>
    /** The space's limits of sizes and speeds, if it has some. */
    readonly benefit: (options?: InSpace) => Effect.Effect<SpaceBenefit, SpaceFailure>
    /**
     * The file size limit comes from the product API. The sizes of a pds space come from its drive, which may lag a few
     * seconds behind. If the drive does not report them, and on all other platforms, they come from the product API.
     */
    readonly driveInfo: (options?: InSpace) => Effect.Effect<DriveInfo, SpaceFailure>
    /** Forgets the selection and all that is known of spaces (logout). */
    readonly clear: Effect.Effect<void>
  }
}

/** A space with the answers that it was made of; one that was refused is missing. */
interface Opened {
  readonly space: Space
  readonly benefit: SpaceBenefit | undefined
  readonly info: DriveInfo | undefined
}

/** What is known for the user who is signed in; logout replaces it as a whole, so that late answers find nobody. */
interface Known {
  readonly spaces: Map<string, Opened>
  readonly listed: Map<SpaceId, SpaceSummary>
  selected: SpaceId | undefined
  /** Which selection that is: of two under way the later one stands, unless it fails. */
  selection: number
}

const nothingKnown = (): Known => ({ spaces: new Map(), listed: new Map(), selected: undefined, selection: 0 })

/** The spec names no code for it; the status says the same. */
const isUnknown = ({ code, status }: ApiError): boolean => status === 404 || String(code).startsWith("NotFound")

const Config = Schema.Record({ key: Schema.String, value: Schema.Unknown })

const make = Effect.gen(function*() {
  const api = yield* DriveApi
  const credentials = yield* Credentials
  const events = yield* DriveEvents
  const providers = yield* StorageProviders
  const hosts = yield* KnownHosts
  const flights = yield* SingleFlight.make<Opened, SpaceFailure>(true)
  let known = nothingKnown()
  let selections = 0

  const selected = Effect.map(FiberRef.get(spaceOfCall), (then) => then ?? known.selected)

  const spaceOf = (spaceId: SpaceId | undefined) => known.spaces.get(spaceId ?? "")?.space

  const current = atOnce(Effect.map(selected, spaceOf), () => spaceOf(known.selected))

  const idOf = (options: InSpace | undefined) =>
    Effect.flatMap(
      Effect.zipRight(Shape.options(options), selected),
      (spaceId) => requireSpaceId(options?.spaceId ?? spaceId)
    )

  const read =
    <A, I>(operation: string, path: (id: string) => string, response: Schema.Schema<A, I>) =>
    (spaceId: SpaceId, repeatable?: "ifUnanswered") =>
      Effect.catchTag(
        api.request({ operation, method: "GET", path: path(encodeURIComponent(spaceId)), response, repeatable }),
        "ApiError",
        (error) => Effect.fail(isUnknown(error) ? new SpaceNotFound({ spaceId }) : error)
      )

  const config = read("Spaces.config", (id) => `/api/v2/user/${id}/cfg`, Config)

  const benefit = read("Spaces.benefit", (id) => `/api/v2/drive/space/${id}/benefit`, SpaceBenefit)

  const driveInfo = read("Spaces.driveInfo", (id) => `/api/v2/user/${id}/drive/info`, DriveInfo)

  /** No condition for a space to open. That the session has ended concerns every call. */
  const unlessRefused = <A>(spaceId: SpaceId, call: Effect.Effect<A, SpaceFailure>) =>
    Effect.catchAll(call, (failure) =>
      failure._tag === "TokenExpired"
        ? Effect.fail(failure)
        : Effect.as(Effect.logWarning(`space ${spaceId} opens without it: ${failure.message}`), undefined))

  /** The token names it, even one that is not complete; of a space that was listed the token may be refused. */
  const platformOf = (spaceId: SpaceId, holder: Known): Effect.Effect<Platform | undefined, SpaceFailure> => {
    const listed = holder.listed.get(spaceId)
    const token = credentials.get(spaceId, listed?.platform ? "ifUnanswered" : undefined)
    return Effect.catchAll(
      Effect.map(token, ({ platform }) => platform),
      (failure): Effect.Effect<Platform | undefined, SpaceFailure> => {
        if (failure._tag === "StorageError") return Effect.succeed(failure.platform)
        if (failure._tag === "ApiError" && isUnknown(failure)) return new SpaceNotFound({ spaceId })
        return listed === undefined ? Effect.fail(failure) : unlessRefused(spaceId, Effect.fail(failure))
      }
    )
  }

  const open = Effect.fnUntraced(function*(spaceId: SpaceId) {
    const holder = known
    const before = holder.spaces.get(spaceId)
    const isSlow = (hosts?.lastAnswer?.took ?? 0) > slowAnswer
    let isRefused = false
    const ask = <A>(answered: A | undefined, call: Effect.Effect<A | undefined, SpaceFailure>) =>
      Effect.suspend(() =>
        answered !== undefined || (isSlow && isRefused) ? Effect.succeed(answered) : Effect.map(call, (answer) => {
          isRefused ||= answer === undefined
          return answer
        })
      )
    // From a host that is slow one after the other, and nothing more once it refuses: the rest is asked for when it is needed.
    const found = yield* Effect.all({
      platform: ask(before?.space.platform, platformOf(spaceId, holder)),
      benefit: ask(before?.benefit, unlessRefused(spaceId, benefit(spaceId, "ifUnanswered"))),
      info: ask(before?.info, unlessRefused(spaceId, driveInfo(spaceId, "ifUnanswered")))
    }, { concurrency: isSlow ? 1 : 3 })
    const listed = holder.listed.get(spaceId)
    const space: Space = {
      spaceId,
      platform: found.platform ?? listed?.platform ?? undefined,
      name: listed?.name || undefined,
      fileSizeLimit: smallerLimit(found.benefit?.fileSizeLimit ?? 0, found.info?.fileSizeLimit ?? 0),
      downloadSpeed: found.benefit?.singleFileDownloadSpeed || undefined
    }
    const opened: Opened = { space, benefit: found.benefit, info: found.info }
    holder.spaces.set(spaceId, opened)
    return opened
  })

  /** All that is asked for is known of it. */
  const knownFor = (spaceId: string | undefined, options: ResolveSpace | undefined): Space | undefined => {
    const { benefit, info, space }: Partial<Opened> = known.spaces.get(spaceId ?? "") ?? {}
    const hasLimits = benefit !== undefined && info !== undefined
    return space?.platform !== undefined && (hasLimits || options?.needs === undefined) ? space : undefined
  }

  const opened = (spaceId: SpaceId) => Effect.map(flights.join(spaceId, open(spaceId)), ({ space }) => space)

  const resolve = Effect.fnUntraced(function*(options: ResolveSpace | undefined) {
    const spaceId = yield* idOf(options)
    const space = knownFor(spaceId, options) ?? (yield* opened(spaceId))
    // Nobody says what the storage is: the reason is the credential's.
    if (options?.needs === "storage" && space.platform === undefined) yield* credentials.get(spaceId)
    return space
  }, withSpanIfTraced("Spaces.resolve"))

  /** The storage's own word. Buckets have none, so that their code is not loaded for it. */
  const usage = Effect.fnUntraced(function*(spaceId: SpaceId) {
    const before = spaceOf(spaceId)
    const { platform } = before ?? (yield* credentials.get(spaceId))
    if (platform !== "pds") return undefined
    const provider = yield* providers.forSpace(before ?? (yield* opened(spaceId)))
    return yield* provider.usage ?? Effect.succeed(undefined)
  })

  /** No caller could do anything about a drive that must not be asked, and the product API has an answer too. */
  const usageOrNothing = (spaceId: SpaceId) =>
    Effect.catchAll(usage(spaceId), (failure) => {
      switch (failure._tag) {
        case "InvalidInput":
        case "RateLimited":
        case "TokenExpired":
        case "TransportError":
          return Effect.fail(failure)
        default:
          return Effect.as(Effect.logDebug("the drive tells no sizes", failure), undefined)
      }
    })

  return {
    list: Effect.fn("Spaces.list")(function*(options?: ListSpaces) {
      yield* FieldNames.only("options", (yield* Shape.optionalRecord("options", options)) ?? {}, ["page", "pageSize"])
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
      for (const summary of items) holder.listed.set(summary.spaceId, summary)
      return NumberedPage.make(items, answer.total, { page, pageSize })
    }),
    select: Effect.fn("Spaces.select")(function*(wanted: string) {
      const spaceId = yield* requireSpaceId(wanted)
      const holder = known
      const selection = ++selections
      const space = yield* opened(spaceId)
      if (holder !== known) {
        return yield* new InvalidInput({ field: "spaceId", message: "signed out meanwhile" })
      }
      if (selection > holder.selection) {
        holder.selection = selection
        holder.selected = spaceId
        yield* events.publish({ _tag: "SpaceSelected", spaceId })
      }
      return space
    }),
    current: () => current,
    resolve: (options?: ResolveSpace) => {
      const space = Shape.areOptions(options) ? knownFor(options?.spaceId, options) : undefined
      return space === undefined ? resolve(options) : atOnce(resolve(options), () => space)
    },
    config: Effect.fn("Spaces.config")((options?: InSpace) => Effect.flatMap(idOf(options), config)),
    benefit: Effect.fn("Spaces.benefit")((options?: InSpace) => Effect.flatMap(idOf(options), benefit)),
    driveInfo: Effect.fn("Spaces.driveInfo")(function*(options?: InSpace) {
      const spaceId = yield* idOf(options)
      const [told, used] = yield* Effect.all([driveInfo(spaceId), usageOrNothing(spaceId)], { concurrency: 2 })
      return used === undefined ? told : new DriveInfo({ fileSizeLimit: told.fileSizeLimit, ...used })
    }),
    clear: Effect.suspend(() => {
      known = nothingKnown()
      flights.forget()
      return providers.closeAll
    })
  }
})

/**
 * The user's spaces: list them, select one, ask for its limits and sizes.
 *
 * @since 1.0.7
 * @category tags
 */
export class Spaces extends Context.Tag("effect-drive/Spaces")<Spaces, Spaces.Service>() {
  static readonly layer: Layer.Layer<Spaces, never, Credentials | DriveApi | DriveEvents | StorageProviders> = layerOf(
    Spaces,
    make
  )
}
