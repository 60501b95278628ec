/**
 * From the tries of a request to what is drawn in its row of the waterfall.
 */
import type { RequestRow, Try } from "./RequestRow.js"

/**
 * `line`: it is queued. `send`: bytes leave, or arrive. `answer`: the server has it all and says nothing yet. `broke`: the try
 * ended there. `pause`: it waits for its next try. `from` and `to` are shares of the window.
 */
export interface Bar {
  readonly kind: "answer" | "broke" | "line" | "pause" | "send"
  readonly from: number
  readonly to: number
  /** It continues at this moment. */
  readonly isLive: boolean
}

export interface Window {
  readonly from: number
  readonly to: number
}

/** Milliseconds that the waterfall shows. */
export const shownMillis = 12_000

const spans = function*(row: RequestRow, one: Try, next: Try | undefined) {
  const { endedAt, queuedAt, sentAt, startedAt } = one
  if (queuedAt !== undefined) yield { kind: "line" as const, from: queuedAt, to: startedAt ?? endedAt }
  if (startedAt !== undefined) {
    if (row.bytes > 0) yield { kind: "send" as const, from: startedAt, to: sentAt ?? endedAt }
    const answering = row.bytes > 0 ? sentAt : startedAt
    if (answering !== undefined && row.kind !== "range") yield { kind: "answer" as const, from: answering, to: endedAt }
  }
  if (one.error === undefined || endedAt === undefined) return
  yield { kind: "broke" as const, from: endedAt, to: endedAt }
  const again = next?.queuedAt ?? next?.startedAt
  // What was lost may be found without another try.
  const wentOn = row.waiting !== undefined || (row.endedAt !== undefined && row.endedAt > endedAt)
  if (again !== undefined || wentOn) {
    yield { kind: "pause" as const, from: endedAt, to: again ?? row.endedAt }
  }
}

/** What lies in the window; the rest is cut off. */
export const barsOf = (row: RequestRow, { from, to }: Window): ReadonlyArray<Bar> => {
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))
  return row.tries.flatMap((one, index) =>
    [...spans(row, one, row.tries[index + 1])].flatMap((span) => {
      const end = span.to ?? to
      if (end < from || span.from > to) return []
      return [{ kind: span.kind, from: share(span.from), to: share(end), isLive: span.to === undefined }]
    })
  )
}

/** Rows with something in the window, in the order in which they began. */
export const rowsIn = (rows: Iterable<RequestRow>, { from, to }: Window): ReadonlyArray<RequestRow> =>
  [...rows].filter(({ begunAt, endedAt = to }) => begunAt <= to && endedAt >= from)
