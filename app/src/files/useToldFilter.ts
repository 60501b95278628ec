import { useEffect, useRef } from "react"
import { useAnnounce } from "../parts/LiveRegion.js"

/** One more letter of a word is on its way. */
const quiet = 500

/** Says what a filter leaves of a list to people who do not see it: `count`, once the filter has been another one for a while. */
export const useToldFilter = (count: string, filter: string, other?: unknown): void => {
  const announce = useAnnounce()
  const latest = useRef(count)
  const told = useRef({ filter, other })
  useEffect(() => {
    latest.current = count
  })
  useEffect(() => {
    if (told.current.filter === filter && told.current.other === other) return
    const timer = setTimeout(() => {
      told.current = { filter, other }
      if (latest.current !== "") announce(latest.current)
    }, quiet)
    return () => clearTimeout(timer)
  }, [announce, filter, other])
}
