import { useEffect, useState } from "react"

export interface Box {
  readonly width: number
  readonly height: number
}

/** The inner size of an element, as it is now. */
export const useBox = (element: HTMLElement | null): Box | undefined => {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return box
}
