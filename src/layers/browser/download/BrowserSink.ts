/**
 * The ways of a page to save a download, and which of them is taken.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { SaveWay } from "../../../domain/DownloadSnapshot.js"
import type { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import { DownloadCancelled } from "../../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import type { LinkSink, OpenSink, SaveHandle, SavePlan } from "../../../services/FileSink.js"
import type { FileSinkBrowserOptions } from "../FileSinkBrowser.js"
import { attempt, openLink } from "./BrowserSave.js"
import * as HandleSink from "./HandleSink.js"
import * as MemorySink from "./MemorySink.js"
import * as PrivateFileSink from "./PrivateFileSink.js"
import * as ServiceWorkerSink from "./ServiceWorkerSink.js"

/**
 * What came of the browser's save dialogue.
 */
export type Chosen = { readonly handle: SaveHandle } | { readonly cause: unknown }

/**
 * What the caller wants: this very file, or a file of this name. `choice` is the dialogue that is open already.
 */
export type Wish =
  | { readonly handle: SaveHandle }
  | {
    readonly id: string
    readonly name: string
    readonly via: SaveWay | undefined
    readonly ranged: boolean
    readonly choice: Promise<Chosen> | undefined
  }

type Opening = Effect.Effect<LinkSink | OpenSink, DownloadCancelled | SaveFailed | TransportError, Scope.Scope>

const phoneLimit = 100_000_000
const deskLimit = 500_000_000

const memoryLimitOf = ({ memoryLimit }: FileSinkBrowserOptions): number => {
  if (memoryLimit !== undefined) return memoryLimit
  return /Android|iPhone|iPad|Mobile/.test(navigator.userAgent) ? phoneLimit : deskLimit
}

const link: LinkSink = {
  _tag: "Link",
  hand: (address) => Effect.sync(() => openLink(Redacted.value(address.url)))
}

const inMemory = (plan: SavePlan, options: FileSinkBrowserOptions) => MemorySink.open(plan, memoryLimitOf(options))

/** What is left when the user is not asked. */
const openUnasked = (plan: SavePlan, options: FileSinkBrowserOptions): Opening =>
  Effect.flatMap(Effect.promise(() => PrivateFileSink.fits(plan.size ?? 0)), (fits) => {
    if (fits) return PrivateFileSink.open(plan)
    const { serviceWorker } = options
    return serviceWorker === undefined
      ? inMemory(plan, options)
      : Effect.catchAll(ServiceWorkerSink.open(plan, serviceWorker), () => inMemory(plan, options))
  })

const noWay = (name: string, way: string) => attempt(name, () => Promise.reject(new Error(`no ${way} here`)))

/** The way that the caller named, or a failure. */
const openBy = (via: SaveWay, plan: SavePlan, options: FileSinkBrowserOptions): Opening => {
  switch (via) {
    case "link":
      return Effect.succeed(link)
    case "opfs":
      return PrivateFileSink.open(plan)
    case "serviceWorker":
      return options.serviceWorker === undefined
        ? noWay(plan.name, "service worker")
        : ServiceWorkerSink.open(plan, options.serviceWorker)
    case "memory":
      return inMemory(plan, options)
    default:
      return noWay(plan.name, "save dialogue")
  }
}

const isDismissed = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"

/**
 * Opens the target by the way that was chosen, named, or is left.
 */
export const open = (
  wish: Wish,
  given: SavePlan & { readonly throttled: boolean },
  options: FileSinkBrowserOptions
): Opening => {
  if ("handle" in wish) return HandleSink.open(wish.handle, "file", given)
  const { choice, id, name, ranged, via } = wish
  const plan = { ...given, name: name === "" ? given.name : name }
  if (choice === undefined) {
    if (via !== undefined) return openBy(via, plan, options)
    return given.throttled || ranged ? openUnasked(plan, options) : Effect.succeed(link)
  }
  return Effect.flatMap(Effect.promise(() => choice), (known) => {
    if ("handle" in known) return HandleSink.open(known.handle, "picker", plan)
    if (isDismissed(known.cause)) return new DownloadCancelled({ downloadId: id })
    // A frame or a policy may forbid the dialogue.
    return via === "picker" ? attempt(name, () => Promise.reject(known.cause)) : openUnasked(plan, options)
  })
}
