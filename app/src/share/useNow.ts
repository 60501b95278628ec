import { useEffect, useState } from "react"

/** A timer knows no longer time. */
const longest = 2 ** 31 - 1

/** The time of the last drawing, which comes again when `moment` has passed. */
export const useNow = (moment: number | undefined): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longest, Math.max(0, moment - Date.now())))
    return () => clearTimeout(timer)
  }, [moment])
  return now
}
