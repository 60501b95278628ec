/**
 * Bytes per second now, and the line of the last minute.
 */
import type { ReactElement } from "react"
import type { View } from "../model/readView.js"
import type { Words } from "../words/english.js"

const width = 240
const height = 60

const lineOf = (values: ReadonlyArray<number>, top: number): string =>
  values
    .map((value, index) => {
      const x = (index / Math.max(1, values.length - 1)) * width
      return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${(height - (Math.min(value, top) / top) * height).toFixed(1)}`
    })
    .join("")

export const Throughput = ({ view, words }: { readonly view: View; readonly words: Words }): ReactElement => {
  const { format, throughput } = words
  const now = format.speed(view.speed)
  const top = format.speed(view.top)
  const line = lineOf(view.line, view.top)
  return (
    <section className="edi-box-throughput">
      <div className="edi-h">
        <h3>{throughput.title}</h3>
        <span title={throughput.top}>{`${top.value} ${top.unit}`}</span>
      </div>
      <div className="edi-big">
        {now.value}
        <small>{`${now.unit} ${throughput.now}`}</small>
      </div>
      <svg aria-hidden="true" className="edi-spark" preserveAspectRatio="none" viewBox={`0 0 ${width} ${height}`}>
        <path className="edi-under" d={`${line}V${height}H0Z`} />
        <path d={line} />
      </svg>
      <div aria-hidden="true" className="edi-axis">
        <span>{throughput.ago(60)}</span>
        <span>{throughput.ago(30)}</span>
        <span>{throughput.now}</span>
      </div>
    </section>
  )
}
