/**
 * Events as they come, and errors with what caused them.
 */
import type { ReactElement } from "react"
import { memo } from "react"
import type { EventNote, Noted } from "../model/EventNote.js"
import type { NotedError } from "../model/Recorder.js"
import type { Words } from "../words/english.js"

const shownEvents = 40

const tagOf = (note: EventNote): string | undefined => "error" in note ? note.error.reason ?? note.error.tag : undefined

interface EventsProps {
  readonly events: ReadonlyArray<Noted>
  readonly words: Words
}

export const Events = memo(({ events, words }: EventsProps): ReactElement => (
  <section className="edi-box-events">
    <div className="edi-h">
      <h3>{words.events.title}</h3>
    </div>
    {events.length === 0 ? <p className="edi-none">{words.events.none}</p> : (
      <ol className="edi-events">
        {events.slice(0, shownEvents).map(({ at, id, note }) => {
          const tag = tagOf(note)
          return (
            <li key={id}>
              <time>{words.format.time(at)}</time>
              <span>
                {words.events.event(note)}
                {tag === undefined ? null : (
                  <>
                    , <b>{tag}</b>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    )}
  </section>
), (before, after) => before.events[0]?.id === after.events[0]?.id && before.words === after.words)

interface ErrorsProps {
  readonly errors: ReadonlyArray<NotedError>
  readonly words: Words
}

export const Errors = memo(({ errors, words }: ErrorsProps): ReactElement => (
  <section className="edi-box-errors">
    <div className="edi-h">
      <h3>{words.errorList.title}</h3>
    </div>
    {errors.length === 0 ? <p className="edi-none">{words.errorList.none}</p> : (
      <ul className="edi-errors">
        {errors.slice(0, shownEvents).map(({ at, error, id, request }) => (
          <li key={id}>
            <details>
              <summary>
                <span>{words.errorList.line(request, error.reason ?? error.tag)}</span>
                <time>{words.format.time(at)}</time>
              </summary>
              <p>
                {`${error.tag}: ${error.message}`}
              </p>
              {error.causes.map((cause) => <p key={cause}>{`${words.errorList.cause}: ${cause}`}</p>)}
            </details>
          </li>
        ))}
      </ul>
    )}
  </section>
), (before, after) => before.errors[0]?.id === after.errors[0]?.id && before.words === after.words)
