"use client"
/**
 * What a drive is doing, drawn while it does it.
 *
 * @since 1.0.7
 */
import type { ReactElement, ReactNode } from "react"
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import type { View } from "./model/readView.js"
import { saveRecording } from "./recording.js"
import { Credentials } from "./view/Credentials.js"
import { Errors, Events } from "./view/EventsAndErrors.js"
import { Lanes } from "./view/Lanes.js"
import { Parts } from "./view/Parts.js"
import { adoptStyles } from "./view/styles.js"
import { Throughput } from "./view/Throughput.js"
import { Waterfall } from "./view/Waterfall.js"
import { ViewStore } from "./ViewStore.js"
import { chinese } from "./words/chinese.js"
import type { Words } from "./words/english.js"
import { english } from "./words/english.js"

/**
 * `language` is English unless it begins with `zh`. `theme` is that of the page (its `color-scheme`) unless it is given. With
 * `onClose` there is a button that closes. `children` stand in the last column, below the credentials.
 *
 * @since 1.0.7
 * @category models
 */
export interface InspectorProps {
  readonly drive: DriveClient
  readonly language?: string | undefined
  readonly theme?: "dark" | "light" | undefined
  readonly onClose?: (() => void) | undefined
  readonly children?: ReactNode
}

const Tool = ({ label, onPress, path, pressed, text }: {
  readonly label: string
  readonly onPress: () => void
  readonly path: string
  readonly pressed?: boolean | undefined
  readonly text?: string | undefined
}): ReactElement => (
  <button
    aria-label={label}
    aria-pressed={pressed}
    className="edi-button"
    onClick={onPress}
    title={label}
    type="button"
  >
    <svg aria-hidden="true" viewBox="0 0 24 24">
      <path d={path} />
    </svg>
    {text === undefined ? null : <span>{text}</span>}
  </button>
)

const icons = {
  pause: "M7 5v14M8 5v14M16 5v14M17 5v14",
  play: "M7 4l13 8-13 8z",
  save: "M12 3v12M6 11l6 6 6-6M5 21h14",
  close: "M18 6 6 18M6 6l12 12"
}

const Stat = ({ of: { text, value }, tail }: {
  readonly of: { readonly text: string; readonly value: string }
  readonly tail?: string | undefined
}): ReactElement => (
  <span className="edi-stat">
    <b>{value}</b> {text}
    {tail}
  </span>
)

const Stats = ({ view, words }: { readonly view: View; readonly words: Words }): ReactElement => {
  const { again, bytes } = view.moved
  return (
    <>
      <Stat of={words.open(view.open)} />
      <Stat of={words.retrying(view.retrying)} />
      <Stat of={words.errors(view.errorCount)} />
      <Stat of={words.moved(bytes)} tail={again > 0 ? `${words.comma}${words.again(again)}` : undefined} />
    </>
  )
}

/**
 * Draws the parts of each upload in their states, a waterfall of requests with their retries and waits, throughput, the lanes of the
 * scheduler, the time that is left of credentials, events and errors of a drive. It records from when it is shown until it is not; a
 * drive that nobody looks at pays nothing. Nothing in it is secret. It takes the height that it is given.
 *
 * @since 1.0.7
 * @category components
 */
export const Inspector = ({ children, drive, language = "en", onClose, theme }: InspectorProps): ReactElement => {
  const words = language.startsWith("zh") ? chinese : english
  const root = useRef<HTMLElement>(null)
  const [isFrozen, setFrozen] = useState(false)
  const [lit, setLit] = useState<number>()
  const store = useMemo(() => new ViewStore(drive), [drive])
  const view = useSyncExternalStore(store.subscribe, store.read, store.read)
  const freeze = () => {
    store.freeze(!isFrozen)
    setFrozen(!isFrozen)
  }
  useLayoutEffect(() => {
    if (root.current !== null) adoptStyles(root.current)
  }, [])
  return (
    <section aria-label={words.title} className="edi" data-theme={theme} ref={root}>
      <header className="edi-head">
        <h2>{words.title}</h2>
        {view === undefined ? null : <Stats view={view} words={words} />}
        <div className="edi-tools">
          <Tool
            label={isFrozen ? words.resume : words.freeze}
            onPress={freeze}
            path={isFrozen ? icons.play : icons.pause}
            pressed={isFrozen}
            text={isFrozen ? words.resume : words.freeze}
          />
          <Tool label={words.save} onPress={() => saveRecording(store)} path={icons.save} />
          {onClose === undefined ? null : <Tool label={words.close} onPress={onClose} path={icons.close} />}
        </div>
      </header>
      {view === undefined ? null : (
        <div className="edi-grid">
          <div className="edi-side">
            <Throughput view={view} words={words} />
            <Lanes view={view} words={words} />
            <Errors errors={view.errors} words={words} />
            <Events events={view.events} words={words} />
          </div>
          <div className="edi-middle">
            <Parts lit={lit} onChoose={(owner) => store.choose(owner)} view={view} words={words} />
            <Waterfall onPoint={setLit} view={view} words={words} />
          </div>
          <div className="edi-side">
            <Credentials view={view} words={words} />
            {children}
          </div>
        </div>
      )}
    </section>
  )
}
