/**
 * The parts of one upload, as a map or as a table, and which upload that is.
 */
import type { ReactElement } from "react"
import { useRef, useState } from "react"
import type { partStates } from "../model/PartMap.js"
import type { PartsView, View } from "../model/readView.js"
import type { Words } from "../words/english.js"
import { PartCells } from "./PartCells.js"

const PartTable = ({ parts, words }: { readonly parts: PartsView; readonly words: Words }): ReactElement => (
  <div aria-label={words.parts.title} className="edi-tablebox" role="region" tabIndex={0}>
    <table className="edi-table">
      <thead>
        <tr>
          <th scope="col">{words.parts.columns.parts}</th>
          <th scope="col">{words.parts.columns.count}</th>
          <th scope="col">{words.parts.columns.state}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map.runs().map(({ first, last, state }) => (
          <tr key={first}>
            <td>{words.parts.range(first, last)}</td>
            <td>{words.format.count(last - first + 1)}</td>
            <td>{words.parts.states[state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export interface PartsProps {
  readonly view: View
  readonly words: Words
  readonly lit: number | undefined
  readonly onChoose: (owner: string) => void
}

/** The stages of the way first seen last, as they stand in the map. */
const inLegend = [
  "reused",
  "done",
  "flight",
  "retry",
  "failed",
  "queued",
  "hashed",
  "waiting"
] as const satisfies ReadonlyArray<(typeof partStates)[number]>

export const Parts = ({ lit, onChoose, view, words }: PartsProps): ReactElement => {
  const legend = useRef<HTMLUListElement>(null)
  const [asTable, setAsTable] = useState(false)
  const { parts } = view
  if (parts === undefined) {
    return (
      <section>
        <div className="edi-h">
          <h3>{words.parts.title}</h3>
        </div>
        <p className="edi-none">{words.parts.none}</p>
      </section>
    )
  }
  const { counts, map } = parts
  return (
    <section>
      <h3 className="edi-hidden">{words.parts.title}</h3>
      <div className="edi-up">
        <select
          aria-label={words.parts.choose}
          onChange={(event) => onChoose(event.target.value)}
          value={parts.owner}
        >
          {view.uploads.map(({ name, owner }) => <option key={owner} value={owner}>{name}</option>)}
        </select>
        <span>{words.parts.summary(map.count, Math.min(map.partSize, map.size))}</span>
        <button className="edi-link" onClick={() => setAsTable(!asTable)} type="button">
          {asTable ? words.parts.map : words.parts.table}
        </button>
        <span>{words.format.percent((counts.done + counts.reused) / map.count)}</span>
      </div>
      {asTable
        ? <PartTable parts={parts} words={words} />
        : <PartCells legend={legend} lit={lit} parts={parts} words={words} />}
      <ul className="edi-legend" ref={legend}>
        {inLegend.map((state) => (
          <li key={state}>
            <i className="edi-swatch" data-state={state} />
            {words.parts.states[state]} <b>{words.format.count(counts[state])}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
