import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useState, useSyncExternalStore } from "react"
import { createPortal } from "react-dom"
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

/**
 * The page's two live regions. They are there before the first message, as regions that come with it are not heard. They stand beside the
 * page: while a dialog or menu is open all of it is inert, and React Aria leaves out what says that it announces.
 */
export const LiveRegion = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const [speaker] = useState(makeSpeaker)
  const said = useSyncExternalStore(speaker.subscribe, speaker.read)
  return (
    <AnnounceContext value={speaker.announce}>
      {children}
      {createPortal(
        (["polite", "assertive"] as const).map((urgency) => (
          <div
            aria-atomic="true"
            aria-live={urgency}
            className={styles.hidden}
            data-live-announcer="true"
            key={urgency}
          >
            {said[urgency]}
          </div>
        )),
        document.body
      )}
    </AnnounceContext>
  )
}
