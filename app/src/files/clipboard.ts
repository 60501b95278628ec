import { useSyncExternalStore } from "react"
import { onNextUser } from "../shell/onNextUser.js"

/** Files that were cut or copied in this page. The system's clipboard is not asked: it may not be read without a question. */
export interface Clip {
  readonly mode: "cut" | "copy"
  readonly spaceId: string
  /** The folder that they were in. */
  readonly from: string
  readonly ids: ReadonlyArray<string>
}

let clip: Clip | undefined
const listeners = new Set<() => void>()

export const clipboard = {
  put: (next: Clip | undefined): void => {
    clip = next
    for (const listener of listeners) listener()
  }
}

onNextUser(() => clipboard.put(undefined))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useClipboard = (): Clip | undefined => useSyncExternalStore(subscribe, () => clip)
