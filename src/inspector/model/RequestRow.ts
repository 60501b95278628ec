/**
 * One request as the waterfall draws it: all of its tries, with the waits between them. Times in epoch milliseconds.
 */
import type { ObservedWait } from "../../services/Inspection.js"
import type { ErrorNote } from "./ErrorNote.js"

/** `queuedAt`: it is queued. `startedAt`: its turn has come. `sentAt`: the last byte of its body has left. */
export interface Try {
  queuedAt: number | undefined
  startedAt: number | undefined
  sentAt: number | undefined
  endedAt: number | undefined
  error: ErrorNote | undefined
  moved: number
}

export interface Waiting {
  readonly reason: ObservedWait
  readonly since: number
  readonly until: number | undefined
}

export interface RequestRow {
  readonly id: number
  /** The upload or download; none for a call of somebody else. */
  readonly owner: string | undefined
  readonly kind: "call" | "part" | "range" | "whole"
  readonly method: string
  /** Without a query. */
  readonly name: string
  readonly part: number | undefined
  readonly bytes: number
  readonly begunAt: number
  readonly tries: Array<Try>
  waiting: Waiting | undefined
  status: number | undefined
  outcome: "done" | "failed" | "left" | "open"
  endedAt: number | undefined
}

export const freshTry = (): Try => ({
  queuedAt: undefined,
  startedAt: undefined,
  sentAt: undefined,
  endedAt: undefined,
  error: undefined,
  moved: 0
})

export const lastTry = (row: RequestRow): Try | undefined => row.tries[row.tries.length - 1]

/** From 0 to 1: how much of the body has left, or arrived. */
export const progressOf = (row: RequestRow): number => row.bytes === 0 ? 0 : Math.min(1, movedOf(row) / row.bytes)

/** A range continues where it was cut; a part begins anew. */
const movedOf = ({ kind, tries }: RequestRow): number =>
  kind === "range" ? tries.reduce((sum, { moved }) => sum + moved, 0) : tries[tries.length - 1]?.moved ?? 0
