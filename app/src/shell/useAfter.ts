import { useEffect, useState } from "react"

/** Whether so many milliseconds have passed since this is counted; it begins anew when it is counted again. */
export const useAfter = (milliseconds: number, isCounting = true): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isCounting) return
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isCounting, milliseconds])
  return isOver
}
