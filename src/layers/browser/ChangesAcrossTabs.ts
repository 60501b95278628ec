/**
 * Changes of the drive in one tab, sent to the other tabs of the same user.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { DriveConfig } from "../../services/DriveConfig.js"
import type { DriveEvent, FilesChanged } from "../../services/DriveEvents.js"
import { DriveEvents } from "../../services/DriveEvents.js"
import { layerOfContext } from "../../services/inOrder.js"

const isChange = (data: unknown): data is FilesChanged =>
  typeof data === "object" && data !== null && "_tag" in data && data._tag === "FilesChanged"

/** One user of one API host; browsers keep other origins out by themselves. */
const nameOf = (apiHost: string, wsid: string): string => `effect-drive ${apiHost} ${wsid}`

const make = Effect.gen(function*() {
  const { apiHost } = yield* DriveConfig
  const events = yield* DriveEvents
  const runtime = yield* Effect.runtime<never>()
  let channel: BroadcastChannel | undefined

  const close = () => {
    channel?.close()
    channel = undefined
  }
  const open = (wsid: string) => {
    close()
    channel = new BroadcastChannel(nameOf(apiHost(), wsid))
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (isChange(data)) Runtime.runFork(runtime)(events.publish({ ...data, origin: "elsewhere" }))
    })
  }

  yield* Effect.addFinalizer(() => Effect.sync(close))
  yield* events.on((event: DriveEvent) => {
    if (event._tag === "SignedIn") open(event.wsid)
    if (event._tag === "SignedOut") close()
    if (event._tag === "FilesChanged" && event.origin === "here") channel?.postMessage(event)
  })
})

/**
 * Between sign-in and sign-out. Where there is no `BroadcastChannel` each tab hears of its own changes only.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<never, never, DriveConfig | DriveEvents> = layerOfContext(
  Effect.as(Effect.suspend(() => typeof BroadcastChannel === "undefined" ? Effect.void : make), Context.empty())
)
