/**
 * Requests as rows over the last seconds: queued, bytes, the server's answer, what broke, the pause before the next try.
 */
import type { ReactElement, UIEvent } from "react"
import { useLayoutEffect, useRef } from "react"
import { barsOf, shownMillis } from "../model/bars.js"
import type { View } from "../model/readView.js"
import type { RequestRow } from "../model/RequestRow.js"
import { lastTry, progressOf } from "../model/RequestRow.js"
import type { Words } from "../words/english.js"

const ticks = 6

const rowHeight = 18

const kinds = ["line", "send", "answer", "broke", "pause"] as const

interface End {
  readonly text: string
  readonly mood: "bad" | "run" | "warn" | undefined
}

const endOf = (row: RequestRow, at: number, words: Words): End => {
  const { requests } = words
  const last = lastTry(row)
  if (row.outcome === "failed") return { text: last?.error?.reason ?? last?.error?.tag ?? "", mood: "bad" }
  if (row.outcome === "left") return { text: requests.left, mood: undefined }
  if (row.outcome === "done") return { text: String(row.status ?? requests.done), mood: undefined }
  if (row.waiting !== undefined) {
    const { until } = row.waiting
    return { text: until === undefined ? requests.waiting : requests.again(Math.max(0, until - at)), mood: "warn" }
  }
  if (last?.startedAt === undefined) return { text: requests.queued, mood: undefined }
  const share = progressOf(row)
  return { text: row.bytes === 0 || share === 1 ? requests.waiting : words.format.percent(share), mood: "run" }
}

/** What began before anybody looked is not known. */
const noneOf = (view: View, words: Words): string =>
  view.lanes.some(({ lane, slots }) => lane === "bytes" && slots.length > 0)
    ? words.requests.earlier
    : words.requests.none

interface RowProps {
  readonly row: RequestRow
  readonly view: View
  readonly words: Words
  readonly onPoint: (part: number | undefined) => void
}

const Row = ({ onPoint, row, view, words }: RowProps): ReactElement => {
  const end = endOf(row, view.at, words)
  return (
    <div
      className="edi-row"
      onPointerEnter={() => onPoint(row.part)}
      onPointerLeave={() => onPoint(undefined)}
      role="row"
    >
      <span role="cell">{row.method}</span>
      <span className="edi-name" role="cell">{words.requests.name(row)}</span>
      <span className="edi-track" role="cell">
        <span className="edi-hidden">{words.requests.course(Math.max(1, row.tries.length))}</span>
        {barsOf(row, view.window).map(({ from, isLive, kind, to }, index) => (
          <i
            className="edi-bar"
            data-kind={kind}
            data-live={isLive || undefined}
            key={index}
            style={{
              left: `${(from * 100).toFixed(2)}%`,
              ...(kind === "broke" ? {} : { width: `${((to - from) * 100).toFixed(2)}%` })
            }}
          />
        ))}
      </span>
      <span className="edi-end" data-mood={end.mood} role="cell">{end.text}</span>
      <span className="edi-end" role="cell">{words.format.seconds((row.endedAt ?? view.at) - row.begunAt)}</span>
    </div>
  )
}

export interface WaterfallProps {
  readonly view: View
  readonly words: Words
  readonly onPoint: (part: number | undefined) => void
}

/** The newest rows stay in sight, unless somebody looks at older ones. */
const useNewest = (view: View) => {
  const flow = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    if (flow.current !== null && isAtEnd.current) flow.current.scrollTop = flow.current.scrollHeight
  }, [view])
  const onScroll = ({ currentTarget: { clientHeight, scrollHeight, scrollTop } }: UIEvent<HTMLElement>) => {
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < rowHeight
  }
  return { onScroll, ref: flow }
}

export const Waterfall = ({ onPoint, view, words }: WaterfallProps): ReactElement => {
  const { columns } = words.requests
  const newest = useNewest(view)
  return (
    <section className="edi-requests">
      <div className="edi-h">
        <h3>{words.requests.title}</h3>
      </div>
      <ul aria-hidden="true" className="edi-key">
        {kinds.map((kind) => (
          <li key={kind}>
            <i data-kind={kind} />
            {words.requests[kind]}
          </li>
        ))}
      </ul>
      {view.rows.length === 0 ? <p className="edi-none">{noneOf(view, words)}</p> : null}
      <div
        aria-label={words.requests.title}
        {...newest}
        className="edi-flow"
        hidden={view.rows.length === 0}
        role="table"
        tabIndex={0}
      >
        <div className="edi-row edi-rowhead" role="row">
          <span role="columnheader">
            <span className="edi-hidden">{columns.method}</span>
          </span>
          <span role="columnheader">
            <span className="edi-hidden">{columns.request}</span>
          </span>
          <span role="columnheader">
            <span className="edi-hidden">{columns.course}</span>
            <span aria-hidden="true" className="edi-ticks">
              {Array.from(
                { length: ticks },
                (_, index) => (
                  <span key={index}>{words.requests.ago(((ticks - index) * shownMillis) / ticks / 1000)}</span>
                )
              )}
            </span>
          </span>
          <span role="columnheader">
            <span className="edi-hidden">{columns.status}</span>
          </span>
          <span role="columnheader">
            <span className="edi-hidden">{columns.time}</span>
          </span>
        </div>
        {view.rows.map((row) => <Row key={row.id} onPoint={onPoint} row={row} view={view} words={words} />)}
      </div>
    </section>
  )
}
