import { useEffect, useState } from "react"

export interface ElementSize {
  readonly width: number
  readonly height: number
}

/** The inner size of an element, as it is now. */
export const useElementSize = (element: HTMLElement | null): ElementSize | undefined => {
  const [box, setBox] = useState<ElementSize>()
  useEffect(() => {
    if (element === null) return
    const observer = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return box
}
