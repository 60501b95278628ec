import { useEffect, useRef } from "react"
import { hasAllKeys } from "../parts/hasAllKeys.js"

/** Whether what has the focus needs this key for itself. */
const isTaken = (event: KeyboardEvent): boolean => {
  const { key, target } = event
  if (!(target instanceof Element)) return false
  if (target.closest("input:not([type='range']), textarea, [contenteditable='true'], select") !== null) return true
  if (key.startsWith("Arrow")) {
    return target.closest("input[type='range'], [role='slider'], [role='tablist'], [role='listbox']") !== null
  }
  return key === " " && target.closest("button, a, input") !== null
}

/**
 * Keys of the viewer, heard before anything else of the page hears them. `run` says whether the key meant something to it;
 * what was bound last is asked first.
 */
const heard: Array<(event: KeyboardEvent) => boolean> = []

const hear = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || isTaken(event)) return
  if (hasAllKeys()) return
  if (!heard.toReversed().some((run) => run(event))) return
  event.preventDefault()
  event.stopPropagation()
}

export const useViewerKeys = (run: (event: KeyboardEvent) => boolean): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const own = (event: KeyboardEvent) => latest.current(event)
    if (heard.length === 0) document.addEventListener("keydown", hear, true)
    heard.push(own)
    return () => {
      heard.splice(heard.indexOf(own), 1)
      if (heard.length === 0) document.removeEventListener("keydown", hear, true)
    }
  }, [])
}
