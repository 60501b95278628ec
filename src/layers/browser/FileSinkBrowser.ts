/**
 * How pages save downloads: by the first way that this browser, the file and the space allow.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import type { PreparedSink, SaveHandle, SavePlan, SaveTarget } from "../../services/FileSink.js"
import { FileSink } from "../../services/FileSink.js"
import { layerOf } from "../../services/inOrder.js"
import type { Chosen, open as openSink, Wish } from "./download/BrowserSink.js"

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

interface PickerWindow {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<SaveHandle>
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

const isHandle = (target: SaveTarget): target is SaveHandle => typeof target === "object" && "createWritable" in target

/**
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: FileSinkBrowserOptions, openTarget: typeof openSink): FileSink.Service => {
  const open = (wish: Wish) => (plan: SavePlan & { readonly throttled: boolean }) => openTarget(wish, plan, options)
  return {
    folder: (target) =>
      isHandle(target) || (typeof target === "object" && target.via === "picker")
        ? new InvalidInput({
          field: "target",
          message: "a file that was chosen takes one file: name no way, or another"
        })
        : Effect.succeed({
          nameOf: (name) => name,
          beside: [],
          target: (name) => typeof target === "string" ? name : { ...target, name }
        }),
    prepare: (target, { id, ranged, throttled }): PreparedSink => {
      if (isHandle(target)) return { name: target.name, open: open({ handle: target }), discard: Effect.void }
      const name = typeof target === "string" ? target : target.name
      const via = typeof target === "string" ? undefined : target.via
      const mayAsk = via === "picker" ||
        (via === undefined && (throttled === true || ranged) && navigator.userActivation?.isActive === true)
      const choice = mayAsk ? choose(name) : undefined
      return { name, open: open({ id, name, via, ranged, choice }), discard: Effect.void }
    }
  }
}

/**
 * Saves downloads by the first of these ways that will do:
 *
 * 1. the browser's own downloads, where neither a speed nor a range is to be held;
 * 2. the save dialogue, while a click is being handled;
 * 3. the private file system;
 * 4. the service worker;
 * 5. memory, under a limit.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (options: FileSinkBrowserOptions, openTarget: typeof openSink): Layer.Layer<FileSink> =>
  layerOf(FileSink, Effect.sync(() => make(options, openTarget)))
