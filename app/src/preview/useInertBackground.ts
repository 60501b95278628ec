import { useEffect } from "react"

/** While the viewer covers the page, keyboards and screen readers reach it and the transfers, and nothing behind it. */
export const useInertBackground = (viewer: HTMLElement | null): void =>
  useEffect(() => {
    if (viewer === null) return
    const behind = [...viewer.parentElement?.children ?? []].filter((element): element is HTMLElement =>
      element instanceof HTMLElement && element !== viewer && element.dataset["region"] !== "panel" && !element.inert
    )
    for (const element of behind) element.inert = true
    return () => {
      for (const element of behind) element.inert = false
    }
  }, [viewer])
