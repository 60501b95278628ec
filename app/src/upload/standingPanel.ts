import { leavePicture } from "../parts/leavePicture.js"

/** As the `ref` of the panel: the list that it lies over knows its height, and can be scrolled up by as much (`--panel-room`). */
export const standingPanel = (panel: HTMLElement | null): (() => void) | undefined => {
  if (panel === null) return undefined
  const root = document.documentElement
  const observer = new ResizeObserver(() => root.style.setProperty("--panel-height", `${panel.offsetHeight}px`))
  observer.observe(panel)
  const leave = leavePicture(panel)
  return () => {
    observer.disconnect()
    root.style.removeProperty("--panel-height")
    leave?.()
  }
}
