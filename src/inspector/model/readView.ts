/**
 * What the inspector shows at one moment, read from what was recorded and from the drive itself.
 */
import * as Duration from "effect/Duration"
import type { TransferLimits } from "../../services/TransferScheduler.js"
import type { Attached } from "./attach.js"
import type { Window } from "./bars.js"
import { rowsIn, shownMillis } from "./bars.js"
import type { Noted } from "./EventNote.js"
import type { Cell, PartCounts, PartMap } from "./PartMap.js"
import type { Moved, NotedError, RecordedParts, WidthChange } from "./Recorder.js"
import type { RequestRow } from "./RequestRow.js"
import { progressOf } from "./RequestRow.js"

/** `slots`: how full each place in use is, from 0 to 1; `limit` places are open by now. */
export interface LaneView {
  readonly lane: "bytes" | "calls" | "hash"
  readonly slots: ReadonlyArray<number>
  readonly limit: number
  readonly most: number
  readonly waiting: number
}

export interface CredentialView {
  readonly kind: "links" | "storage"
  readonly spaceId: string | undefined
  /** Milliseconds. */
  readonly left: number
  /** Shares of its whole life. */
  readonly share: number
  readonly renewedAt: number | undefined
}

export interface PartsView {
  readonly owner: string
  readonly name: string
  readonly map: PartMap
  readonly cells: ReadonlyArray<Cell>
  readonly counts: PartCounts
}

export interface View {
  readonly at: number
  readonly window: Window
  readonly open: number
  readonly retrying: number
  readonly errorCount: number
  readonly moved: Moved
  readonly speed: number
  readonly line: ReadonlyArray<number>
  readonly top: number
  readonly lanes: ReadonlyArray<LaneView>
  readonly width: WidthChange | undefined
  readonly uploads: ReadonlyArray<{ readonly owner: string; readonly name: string }>
  readonly parts: PartsView | undefined
  readonly rows: ReadonlyArray<RequestRow>
  readonly credentials: ReadonlyArray<CredentialView>
  readonly events: ReadonlyArray<Noted>
  readonly errors: ReadonlyArray<NotedError>
}

/** More rows than these are not looked at; the newest are shown. */
const mostRows = 40

/** The scheduler never lets through more bodies than these for uploads. */
const mostBodies = 12

/** Of the spaces whose keys end first. */
const mostKeys = 4

/** What is over stays in the picture until something new begins. */
const afterglow = 400

const windowOf = ({ recorder }: Attached, now: number): Window => {
  const { open, quietSince } = recorder
  const to = open.size > 0 || quietSince === undefined ? now : Math.min(now, quietSince + afterglow)
  return { from: to - shownMillis, to }
}

const lanesOf = ({ inspection, recorder }: Attached): ReadonlyArray<LaneView> => {
  const { scheduler } = inspection
  if (scheduler === undefined) return []
  const limits: TransferLimits = scheduler.limits()
  recorder.seeWidth(limits.part)
  const { running, waiting } = scheduler.usage()
  const bodies = [...recorder.open.values()]
    .filter((row) =>
      row.kind !== "call" && row.kind !== "range" &&
      row.tries.some(({ endedAt, startedAt }) => startedAt !== undefined && endedAt === undefined)
    )
    .map(progressOf)
  const full = (count: number) => Array.from({ length: count }, () => 1)
  return [
    { lane: "hash", slots: full(running.hash), limit: limits.hash, most: limits.hash, waiting: waiting.hash },
    {
      lane: "calls",
      slots: full(running.control + running.finish),
      limit: limits.control + limits.finish,
      most: limits.control + limits.finish,
      waiting: waiting.control + waiting.finish
    },
    {
      lane: "bytes",
      slots: Array.from({ length: running.part }, (_, index) => bodies[index] ?? 0),
      limit: limits.part,
      most: Math.max(mostBodies, limits.part),
      waiting: waiting.part
    }
  ]
}

const credentialsOf = ({ inspection: { credentials }, recorder }: Attached, now: number) => {
  const shown: Array<CredentialView> = []
  const ahead = credentials === undefined ? 0 : Duration.toMillis(credentials.ahead)
  for (const { expiresAt, fetchedAt, spaceId } of credentials?.held().values() ?? []) {
    if (expiresAt === undefined || expiresAt <= fetchedAt) continue
    const life = expiresAt - fetchedAt
    const left = Math.max(0, expiresAt - now)
    shown.push({ kind: "storage", spaceId, left, share: left / life, renewedAt: Math.min(1, ahead / life) })
  }
  shown.sort((one, other) => one.left - other.left)
  shown.length = Math.min(shown.length, mostKeys)
  const { addresses } = recorder
  if (addresses !== undefined && addresses.expiresAt > now) {
    const left = addresses.expiresAt - now
    shown.push({
      kind: "links",
      spaceId: undefined,
      left,
      share: Math.min(1, left / Math.max(1, addresses.lifetime)),
      renewedAt: undefined
    })
  }
  return shown
}

const partsOf = ({ drive, recorder }: Attached, wanted: string | undefined): PartsView | undefined => {
  const all: ReadonlyArray<RecordedParts> = [...recorder.maps.values()]
  const recorded = all.find(({ owner }) => owner === wanted) ?? all[all.length - 1]
  if (recorded === undefined) return undefined
  const { map, name, owner, source } = recorded
  const snapshot = drive.uploads.snapshot(owner)
  if (source !== undefined) map.learn(source.stored, source.found)
  if (snapshot?.status._tag === "done" && map.counts().done + map.counts().reused < map.count) map.finish()
  map.hashed(snapshot?.bytes.hashed ?? 0)
  return { owner, name: snapshot?.name ?? name, map, cells: map.cells(), counts: map.counts() }
}

/**
 * `wanted`: the upload whose parts are shown; the newest where it is left out or gone.
 */
export const readView = (attached: Attached, wanted: string | undefined): View => {
  const { recorder } = attached
  const at = recorder.now()
  const window = windowOf(attached, at)
  const rows = [...rowsIn(recorder.ended, window), ...recorder.open.values()]
  rows.sort((one, other) => one.begunAt - other.begunAt || one.id - other.id)
  return {
    at,
    window,
    open: recorder.open.size,
    retrying: [...recorder.open.values()].filter(({ tries, waiting }) => waiting !== undefined || tries.length > 1)
      .length,
    errorCount: recorder.errors.length,
    moved: recorder.moved,
    speed: recorder.throughput.speed(at),
    line: recorder.throughput.line(at),
    top: recorder.throughput.top(at),
    lanes: lanesOf(attached),
    width: recorder.width,
    uploads: [...recorder.maps.values()].map(({ name, owner }) => ({ owner, name })),
    parts: partsOf(attached, wanted),
    rows: rows.slice(-mostRows),
    credentials: credentialsOf(attached, at),
    events: [...recorder.events],
    errors: [...recorder.errors]
  }
}
