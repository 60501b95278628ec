import { isDriveError } from "effect-drive/promise"
import { useEffect, useRef } from "react"
import { useLanguage } from "../language/Language.js"
import { useToasts } from "../parts/Toasts.js"
import { problemOf } from "./problemOf.js"

export interface LateRefusal {
  /** Gives why something was not done, in a sentence for the place where it was asked for; `again` does it anew. */
  readonly sentenceOf: (cause: unknown, message: string, again: () => void) => string
  /** It is asked for anew: the message of before would do it a second time. */
  readonly withdraw: () => void
}

/**
 * For a dialog or panel that shows refusals itself: it may be closed before the answer comes, and it goes with the session. What it can
 * show no more is a message.
 */
export const useLateRefusal = (): LateRefusal => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const isThere = useRef(false)
  const told = useRef<() => void>(undefined)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return {
    sentenceOf: (cause, message, again) => {
      if (!isDriveError(cause)) throw cause
      const { remedy, text } = problemOf(cause, t)
      const isOver = remedy === "signIn"
      if (isOver || !isThere.current) {
        told.current = again
        const action = isOver || remedy === "retry" ? { label: t.parts.retry, run: again } : undefined
        toasts.show({ message, detail: text, tone: "bad", action })
      }
      return text
    },
    withdraw: () => {
      if (told.current !== undefined) toasts.withdraw(told.current)
    }
  }
}
