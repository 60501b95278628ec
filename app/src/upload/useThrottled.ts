import { useEffect, useRef, useState } from "react"

/** The value, shown anew at most so often (ms), so that figures can be read; with another `key` at once. */
export const useThrottled = <A>(value: A, every: number, key: string): A => {
  const [shown, setShown] = useState({ key, value })
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  useEffect(() => {
    const show = () =>
      setShown((before) =>
        before.key === key && Object.is(before.value, latest.current) ? before : { key, value: latest.current }
      )
    const timer = setInterval(show, every)
    return () => clearInterval(timer)
  }, [every, key])
  return shown.key === key ? shown.value : value
}

/** The time, once a second, while something counts down. */
export const useNow = (isNeeded: boolean): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isNeeded) return
    const tick = () => setNow(Date.now())
    const first = setTimeout(tick)
    const timer = setInterval(tick, 1000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isNeeded])
  return now
}
