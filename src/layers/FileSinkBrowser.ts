/**
 * How pages save downloads: by the first way that this browser, the file and the space allow.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { SaveWay } from "../domain/DownloadSnapshot.js"
import type { UnsupportedOperation } from "../domain/errors/InputErrors.js"
import type { SaveFailed } from "../domain/errors/TransferErrors.js"
import { DownloadCancelled } from "../domain/errors/TransferErrors.js"
import type { LinkSink, OpenSink, PreparedSink, SaveHandle, SavePlan, SaveTarget } from "../services/FileSink.js"
import { FileSink } from "../services/FileSink.js"
import { attempt, openLink } from "./sink/BrowserSave.js"

/**
 * `serviceWorker`: the address of a script on this site that is, or imports, `effect-drive/download-worker`; left out, that
 * way is not taken. `memoryLimit`: most bytes of a file that is kept in memory as the last resort; default 100 MB on
 * phones, else 500 MB.
 *
 * @since 1.0.7
 * @category models
 */
export interface FileSinkBrowserOptions {
  readonly serviceWorker?: string | undefined
  readonly memoryLimit?: number | undefined
}

type Chosen = { readonly handle: SaveHandle } | { readonly cause: unknown }

interface PickerWindow {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SaveHandle>
}

const phoneLimit = 100_000_000
const deskLimit = 500_000_000

const memoryLimitOf = ({ memoryLimit }: FileSinkBrowserOptions): number => {
  if (memoryLimit !== undefined) return memoryLimit
  return /Android|iPhone|iPad|Mobile/.test(navigator.userAgent) ? phoneLimit : deskLimit
}

/** Opens the browser's dialogue at once; nothing else may come before it in the user's click. */
const choose = (name: string): Promise<Chosen> | undefined => {
  // The dialogue is not in every environment's types, nor in every browser.
  const { showSaveFilePicker } = globalThis as PickerWindow
  return showSaveFilePicker?.call(globalThis, { suggestedName: name }).then(
    (handle) => ({ handle }),
    (cause: unknown) => ({ cause })
  )
}

const isDismissed = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"

const link: LinkSink = {
  _tag: "Link",
  hand: (address) => Effect.sync(() => openLink(Redacted.value(address.url)))
}

const inMemory = (plan: SavePlan, options: FileSinkBrowserOptions) =>
  Effect.flatMap(
    Effect.promise(() => import("./sink/MemorySink.js")),
    (way) => way.open(plan, memoryLimitOf(options))
  )

const inPrivateFile = (plan: SavePlan) =>
  Effect.flatMap(Effect.promise(() => import("./sink/PrivateFileSink.js")), (way) => way.open(plan))

const throughWorker = (plan: SavePlan, script: string) =>
  Effect.flatMap(Effect.promise(() => import("./sink/ServiceWorkerSink.js")), (way) => way.open(plan, script))

const intoHandle = (handle: SaveHandle, via: SaveWay, plan: SavePlan) =>
  Effect.flatMap(Effect.promise(() => import("./sink/HandleSink.js")), (way) => way.open(handle, via, plan))

const fitsPrivately = (plan: SavePlan): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    const { fits } = await import("./sink/PrivateFileSink.js")
    return fits(plan.size ?? 0)
  })

type Opening = Effect.Effect<
  LinkSink | OpenSink,
  DownloadCancelled | SaveFailed | UnsupportedOperation,
  Scope.Scope
>

/** What is left when the user is not asked. */
const unasked = (plan: SavePlan, options: FileSinkBrowserOptions): Opening =>
  Effect.flatMap(fitsPrivately(plan), (fits) => {
    if (fits) return inPrivateFile(plan)
    const { serviceWorker } = options
    return serviceWorker === undefined
      ? inMemory(plan, options)
      : Effect.catchAll(throughWorker(plan, serviceWorker), () => inMemory(plan, options))
  })

const noWay = (name: string, way: string) => attempt(name, () => Promise.reject(new Error(`no ${way} here`)))

/** The way that the caller named, or a failure. */
const forced = (via: SaveWay, plan: SavePlan, options: FileSinkBrowserOptions): Opening => {
  switch (via) {
    case "link":
      return Effect.succeed(link)
    case "opfs":
      return inPrivateFile(plan)
    case "serviceWorker":
      return options.serviceWorker === undefined
        ? noWay(plan.name, "service worker")
        : throughWorker(plan, options.serviceWorker)
    case "memory":
      return inMemory(plan, options)
    default:
      return noWay(plan.name, "save dialogue")
  }
}

const isHandle = (target: SaveTarget): target is SaveHandle => typeof target === "object" && "createWritable" in target

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: FileSinkBrowserOptions = {}): FileSink.Service => ({
  prepare: (target, { id, ranged, throttled }): PreparedSink => {
    if (isHandle(target)) {
      return { name: target.name, open: (plan) => intoHandle(target, "file", plan), discard: Effect.void }
    }
    const name = typeof target === "string" ? target : target.name
    const via = typeof target === "string" ? undefined : target.via
    const mayAsk = via === "picker" ||
      (via === undefined && (throttled === true || ranged) && navigator.userActivation?.isActive === true)
    const choice = mayAsk ? choose(name) : undefined

    const chosen = (plan: SavePlan, answer: Promise<Chosen>): Opening =>
      Effect.flatMap(Effect.promise(() => answer), (known) => {
        if ("handle" in known) return intoHandle(known.handle, "picker", plan)
        if (isDismissed(known.cause)) return new DownloadCancelled({ downloadId: id })
        // A frame or a policy may forbid the dialogue.
        return via === "picker" ? attempt(name, () => Promise.reject(known.cause)) : unasked(plan, options)
      })

    return {
      name,
      open: (given) => {
        const plan = { ...given, name: name === "" ? given.name : name }
        if (choice !== undefined) return chosen(plan, choice)
        if (via !== undefined) return forced(via, plan, options)
        return given.throttled || ranged ? unasked(plan, options) : Effect.succeed(link)
      },
      discard: Effect.void
    }
  }
})

/**
 * In this order: the browser's own downloads, where neither a speed nor a range is to be held; the save dialogue, while a
 * click is being handled; the private file system; the service worker; memory, under a limit.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options?: FileSinkBrowserOptions): Layer.Layer<FileSink> =>
  Layer.sync(FileSink, () => make(options))
