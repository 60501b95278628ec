/**
 * Changes of the drive in one tab, told to the other tabs of the same user.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { DriveConfig } from "../../services/DriveConfig.js"
import type { DriveEvent, FilesChanged } from "../../services/DriveEvents.js"
import { DriveEvents } from "../../services/DriveEvents.js"

const isChange = (data: unknown): data is FilesChanged =>
  typeof data === "object" && data !== null && "_tag" in data && data._tag === "FilesChanged"

/** One user of one API host; browsers keep other origins out by themselves. */
const nameOf = (apiHost: string, wsid: string): string => `effect-drive ${apiHost} ${wsid}`

/** What is told of single files stays with them, and where nobody knows a folder, nobody does. */
const isAlike = (one: FilesChanged, other: FilesChanged): boolean =>
  one.kind === other.kind && one.spaceId === other.spaceId && one.patch === undefined && other.patch === undefined &&
  one.folderIds !== undefined && other.folderIds !== undefined

const unique = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => [...new Set(values)]

/** Changes that follow each other and are alike, as one. */
const joined = (changes: ReadonlyArray<FilesChanged>): ReadonlyArray<FilesChanged> => {
  const groups: Array<[FilesChanged, ...Array<FilesChanged>]> = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group !== undefined && isAlike(group[0], change)) group.push(change)
    else groups.push([change])
  }
  return groups.map((group) =>
    group.length === 1 ? group[0] : {
      ...group[0],
      fileIds: unique(group.flatMap(({ fileIds }) => fileIds)),
      folderIds: unique(group.flatMap(({ folderIds = [] }) => folderIds)),
      assetIds: unique(group.flatMap(({ assetIds }) => assetIds))
    }
  )
}

const make = Effect.gen(function*() {
  const { apiHost } = yield* DriveConfig
  const events = yield* DriveEvents
  const runtime = yield* Effect.runtime<never>()
  let channel: BroadcastChannel | undefined
  let untold: Array<FilesChanged> = []

  const tell = () => {
    const changes = untold
    untold = []
    for (const change of joined(changes)) channel?.postMessage(change)
  }

  /** Many small files are confirmed together: the other tabs hear of them in one message, before this task ends. */
  const tellSoon = (change: FilesChanged) => {
    if (untold.push(change) === 1) queueMicrotask(tell)
  }

  const close = () => {
    tell()
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
    if (event._tag === "FilesChanged" && event.origin === "here" && channel !== undefined) tellSoon(event)
  })
})

/**
 * Between sign-in and sign-out. Where there is no `BroadcastChannel` each tab hears of its own changes only.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer: Layer.Layer<never, never, DriveConfig | DriveEvents> = Layer.scopedDiscard(
  Effect.suspend(() => typeof BroadcastChannel === "undefined" ? Effect.void : make)
)
