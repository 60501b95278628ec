/**
 * The places of the scheduler: who is in them, who waits, which are closed.
 */
import type { ReactElement } from "react"
import type { LaneView, View } from "../model/readView.js"
import type { Words } from "../words/english.js"

const Lane = ({ lane, words }: { readonly lane: LaneView; readonly words: Words }): ReactElement => {
  const name = words.lanes.names[lane.lane]
  return (
    <li className="edi-lane">
      <span>{name}</span>
      <span
        aria-label={words.lanes.use(name, lane.slots.length, lane.limit, lane.waiting)}
        className="edi-slots"
        role="img"
      >
        {Array.from({ length: Math.max(lane.most, lane.slots.length) }, (_, index) => {
          const filled = lane.slots[index]
          const state = filled !== undefined ? "used" : index < lane.limit ? "free" : "shut"
          return (
            <span className="edi-slot" data-state={state} key={index}>
              {filled === undefined ? null : <i style={{ transform: `scaleX(${filled.toFixed(3)})` }} />}
            </span>
          )
        })}
      </span>
      <span aria-hidden="true">{`${words.format.count(lane.slots.length)} · ${words.format.count(lane.waiting)}`}</span>
    </li>
  )
}

export const Lanes = ({ view, words }: { readonly view: View; readonly words: Words }): ReactElement => {
  const { lanes } = words
  const { width } = view
  return (
    <section className="edi-box-lanes">
      <div className="edi-h">
        <h3>{lanes.title}</h3>
        <span aria-hidden="true">{lanes.about}</span>
      </div>
      {view.lanes.length === 0 ? <p className="edi-none">{lanes.none}</p> : (
        <ul>
          {view.lanes.map((lane) => <Lane key={lane.lane} lane={lane} words={words} />)}
        </ul>
      )}
      {width === undefined ? null : (
        <p className="edi-none">
          {(width.to > width.from ? lanes.more : lanes.fewer)(width.to, words.format.time(width.at))}
        </p>
      )}
    </section>
  )
}
