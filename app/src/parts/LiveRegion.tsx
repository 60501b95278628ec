import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useState, useSyncExternalStore } from "react"
import styles from "./style/text.module.css"

export type Urgency = "polite" | "assertive"

/** Says something to people who do not see the page. */
export type Announce = (message: string, urgency?: Urgency) => void

interface Said {
  readonly polite: string
  readonly assertive: string
}

const makeSpeaker = () => {
  let said: Said = { polite: "", assertive: "" }
  const listeners = new Set<() => void>()
  const announce: Announce = (message, urgency = "polite") => {
    // a space at the end makes a message that comes twice another text, and so read again
    said = { ...said, [urgency]: said[urgency] === message ? `${message}\u00a0` : message }
    for (const listener of listeners) listener()
  }
  return {
    announce,
    read: () => said,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}

const AnnounceContext = createContext<Announce>(() => {})

export const useAnnounce = (): Announce => useContext(AnnounceContext)

/** The page's two live regions. They are there before the first message, as regions that come with it are not heard. */
export const LiveRegion = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [speaker] = useState(makeSpeaker)
  const said = useSyncExternalStore(speaker.subscribe, speaker.read)
  return (
    <AnnounceContext value={speaker.announce}>
      {children}
      <div aria-atomic="true" aria-live="polite" className={styles.hidden}>{said.polite}</div>
      <div aria-atomic="true" aria-live="assertive" className={styles.hidden}>{said.assertive}</div>
    </AnnounceContext>
  )
}
