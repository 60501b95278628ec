import { isDriveError } from "effect-drive/promise"
import { useLanguage } from "../language/Language.js"
import { useToasts } from "../parts/Toasts.js"
import type { TakeBack } from "./lastUndo.js"
import { lastUndo } from "./lastUndo.js"
import { problemOf } from "./problemOf.js"

export type Undo = () => Promise<unknown>

/** Says why something was not done; `retry` is offered where it may succeed the next time. */
export type Refuse = (message: string, retry: () => void) => (cause: unknown) => void

/** All of several changes; nothing where one of them cannot be undone. */
export const undoOfAll = (changes: ReadonlyArray<{ readonly undo?: Undo | undefined }>): Undo | undefined => {
  const undos = changes.flatMap(({ undo }) => undo === undefined ? [] : [undo])
  return undos.length < changes.length ? undefined : () => Promise.all(undos.map((undo) => undo()))
}

/** Of a change that can be undone: what its message and the keys do. It says whether that succeeded. */
export const useUndo = (): (undo: Undo | undefined, refuse?: Refuse) => TakeBack | undefined => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const tellWhy: Refuse = (message, retry) => (cause) => {
    if (!isDriveError(cause)) throw cause
    const { action, remedy, text } = problemOf(cause, t)
    toasts.show({
      message,
      detail: text,
      tone: "bad",
      ...remedy === "retry" ? { action: { label: action, run: retry } } : {}
    })
  }
  return (undo, refuse = tellWhy) => {
    if (undo === undefined) return undefined
    const run = () => {
      lastUndo.wasUndone(run)
      toasts.withdraw(run)
      undo().then(() => toasts.show({ message: t.files.done.undone }), refuse(t.files.notDone.undo, run))
    }
    return run
  }
}
