import { useEffect, useRef } from "react"

/** Calls back with the file that was shown large last, once no file is: that is where people look in the list. */
export const useReturnTo = (shown: string | undefined, onReturn: (fileId: string) => void): void => {
  const last = useRef(shown)
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const left = last.current
    last.current = shown
    if (shown !== undefined || left === undefined) return
    const frame = requestAnimationFrame(() => latest.current(left))
    return () => cancelAnimationFrame(frame)
  }, [shown])
}
