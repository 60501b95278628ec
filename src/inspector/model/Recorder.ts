/**
 * Hears what a drive does and keeps the last of it: requests, parts, bytes, events, errors. It keeps no secret, because it gets none.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Observer, PartsToWatch, RequestToWatch, RequestWatch } from "../../services/Inspection.js"
import { tellEnd } from "../../services/Inspection.js"
import type { ErrorNote } from "./ErrorNote.js"
import { errorNote } from "./ErrorNote.js"
import type { EventNote, Noted, RequestName } from "./EventNote.js"
import { PartMap } from "./PartMap.js"
import type { RequestRow, Try } from "./RequestRow.js"
import { freshTry, lastTry } from "./RequestRow.js"
import { Throughput } from "./Throughput.js"

const mostEnded = 400
const mostNotes = 100
const mostMaps = 20

/** A call of the product API inside such a request is a part of it, not one of its own. */
class OuterRequest extends Context.Reference<OuterRequest>()("effect-drive/inspector/OuterRequest", {
  defaultValue: (): boolean => false
}) {}

export interface NotedError {
  readonly id: number
  readonly at: number
  readonly request: RequestName
  readonly error: ErrorNote
}

export interface RecordedParts {
  readonly owner: string
  readonly name: string
  readonly map: PartMap
  source: PartsToWatch | undefined
}

/** Bytes of bodies: all that moved, and those of them that belong to tries which failed. */
export interface Moved {
  readonly bytes: number
  readonly again: number
}

/** Signed addresses: the end of the last one, and how long the longest has lived. */
export interface SignedAddresses {
  readonly expiresAt: number
  readonly lifetime: number
}

export interface WidthChange {
  readonly from: number
  readonly to: number
  readonly at: number
}

export class Recorder implements Observer {
  readonly open = new Map<number, RequestRow>()
  readonly ended: Array<RequestRow> = []
  readonly maps = new Map<string, RecordedParts>()
  readonly events: Array<Noted> = []
  readonly errors: Array<NotedError> = []
  readonly throughput = new Throughput()
  moved: Moved = { bytes: 0, again: 0 }
  addresses: SignedAddresses | undefined
  /** When the last request ended. */
  quietSince: number | undefined
  /** How many bodies may be under way, when that last changed. */
  width: WidthChange | undefined
  private ids = 0
  private lastWidth: number | undefined

  constructor(readonly now: () => number, private readonly nameOf: (owner: string) => string | undefined) {}

  note(note: EventNote): void {
    this.events.unshift({ id: ++this.ids, at: this.now(), note })
    this.events.length = Math.min(this.events.length, mostNotes)
  }

  seeWidth(to: number): void {
    const from = this.lastWidth
    this.lastWidth = to
    if (from === undefined || from === to) return
    this.width = { from, to, at: this.now() }
    this.note({ _tag: "width", from, to })
  }

  readonly parts: Observer["parts"] = (parts) => {
    const { owner, partSize, size } = parts
    const known = this.maps.get(owner)
    const same = known !== undefined && known.map.size === size && known.map.partSize === partSize
    const recorded = same ? known : this.addMap(owner, new PartMap(size, partSize))
    recorded.source = parts
    recorded.map.learn(parts.stored, parts.found)
  }

  readonly request: Observer["request"] = (request) => {
    const row = this.openRow(request)
    if (request.kind === "whole" && !this.maps.has(request.owner)) {
      this.addMap(request.owner, new PartMap(request.bytes, Math.max(1, request.bytes)))
    }
    return this.watchOf(row)
  }

  readonly call: Observer["call"] = ({ method, operation }, call) =>
    Effect.flatMap(OuterRequest, (isInside) => {
      if (isInside) return call
      const row = this.openRow({ owner: undefined, kind: "call", method, path: operation, bytes: 0 })
      const watch = this.watchOf(row)
      watch.started()
      return Effect.onExit(call, (exit) => tellEnd(watch, exit))
    })

  private openRow(request: Omit<RequestToWatch, "owner"> & { readonly owner: string | undefined }): RequestRow {
    const row: RequestRow = {
      id: ++this.ids,
      owner: request.owner,
      kind: request.kind,
      method: request.method,
      name: request.path,
      part: request.part,
      bytes: request.bytes,
      begunAt: this.now(),
      tries: [],
      waiting: undefined,
      status: undefined,
      outcome: "open",
      endedAt: undefined
    }
    this.open.set(row.id, row)
    return row
  }

  private addMap(owner: string, map: PartMap): RecordedParts {
    const recorded: RecordedParts = { owner, name: this.nameOf(owner) ?? "", map, source: undefined }
    this.maps.delete(owner)
    this.maps.set(owner, recorded)
    for (const key of this.maps.keys()) {
      if (this.maps.size <= mostMaps) break
      this.maps.delete(key)
    }
    return recorded
  }

  private mapOf({ kind, owner, part }: RequestRow): { readonly map: PartMap; readonly part: number } | undefined {
    const map = owner === undefined || kind === "range" ? undefined : this.maps.get(owner)?.map
    return map === undefined || part === undefined ? undefined : { map, part }
  }

  private watchOf(row: RequestRow): RequestWatch {
    const show = (state: Parameters<PartMap["set"]>[1]) => {
      const found = this.mapOf(row)
      found?.map.set(found.part, state)
    }
    const begin = (): Try => {
      const last = lastTry(row)
      if (last !== undefined && last.endedAt === undefined) return last
      const fresh = freshTry()
      row.tries.push(fresh)
      row.waiting = undefined
      return fresh
    }
    return {
      queued: () => {
        begin().queuedAt ??= this.now()
        if (row.tries.length === 1) show("queued")
      },
      started: () => {
        begin().startedAt ??= this.now()
        show("flight")
      },
      moved: (bytes) => this.countMoved(row, begin(), bytes),
      answered: (status) => {
        row.status = status
      },
      addressed: (expiresAt) => {
        const lifetime = Math.max(expiresAt - this.now(), this.addresses?.lifetime ?? 0)
        this.addresses = { expiresAt, lifetime }
      },
      failed: (error) => {
        this.fail(row, begin(), errorNote(error))
        show("retry")
      },
      waits: (reason, until) => {
        const since = this.now()
        row.waiting = { reason, since, until }
        this.note({ _tag: "waits", request: row, reason, millis: until === undefined ? 0 : until - since })
      },
      ended: (outcome) => {
        this.end(row, outcome === undefined ? "done" : outcome === "left" ? "left" : "failed")
        if (outcome !== undefined && outcome !== "left") {
          if (lastTry(row)?.error === undefined) this.fail(row, begin(), errorNote(outcome))
          this.note({ _tag: "failed", request: row, error: errorNote(outcome) })
        }
        show(outcome === undefined ? "done" : outcome === "left" ? "waiting" : "failed")
      },
      around: (effect) => Effect.provideService(effect, OuterRequest, true)
    }
  }

  private countMoved(row: RequestRow, one: Try, bytes: number): void {
    one.startedAt ??= this.now()
    one.moved += bytes
    this.moved = { ...this.moved, bytes: this.moved.bytes + bytes }
    this.throughput.add(bytes, this.now())
    if (one.moved >= row.bytes) one.sentAt ??= this.now()
    const found = this.mapOf(row)
    if (row.bytes > 0) found?.map.fill(found.part, Math.min(1, one.moved / row.bytes))
  }

  private fail(row: RequestRow, one: Try, error: ErrorNote): void {
    one.endedAt = this.now()
    one.error = error
    row.status = undefined
    this.moved = { ...this.moved, again: this.moved.again + one.moved }
    const tries = row.tries.length
    const found = this.mapOf(row)
    found?.map.trouble(found.part, { tries, error })
    this.errors.unshift({ id: ++this.ids, at: this.now(), request: row, error })
    this.errors.length = Math.min(this.errors.length, mostNotes)
    this.note({ _tag: "broke", request: row, error, tries })
  }

  private end(row: RequestRow, outcome: RequestRow["outcome"]): void {
    const now = this.now()
    const last = lastTry(row)
    if (last !== undefined) last.endedAt ??= now
    row.outcome = outcome
    row.endedAt = now
    row.waiting = undefined
    this.open.delete(row.id)
    this.ended.push(row)
    if (this.ended.length > mostEnded) this.ended.splice(0, this.ended.length - mostEnded)
    if (this.open.size === 0) this.quietSince = now
  }
}
