/** The parts of the page that F6 goes round, and what can have the focus in them. */

/** In the order of the page. */
export const regionNames = [
  "topbar",
  "places",
  "bar",
  "list",
  "details",
  "viewer",
  "dock",
  "panel",
  "toasts"
] as const

/** Whether keys can be given to it now: it is shown, not off, and not behind something that covers the page. */
export const canHaveFocus = (element: Element): boolean =>
  element.isConnected && element.closest("[inert]") === null && !element.matches(":disabled") &&
  element.checkVisibility({ visibilityProperty: true })

/** What Tab stops at, in the order of the page. */
export const stopsIn = (part: Element): ReadonlyArray<HTMLElement> =>
  [...part.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((element) => element.tabIndex >= 0 && canHaveFocus(element))

/** Where there is no list, what stands in its place. */
export const regionNamed = (name: string): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`[data-region="${name}"]`) ??
    (name === "list" ? document.getElementById("list") : undefined) ?? undefined

/** A row of a list before anything else. */
export const firstStop = (region: Element): HTMLElement | undefined => {
  const stops = stopsIn(region).filter((element) => {
    const own = element.closest("[data-region]")
    return own === null || own === region || !region.contains(own)
  })
  return stops.find((element) => "index" in element.dataset) ?? stops[0]
}

/** Where keys go on in a region: of the sheet without a list its beginning, and not its first button. */
export const stopOfRegion = (name: string): HTMLElement | undefined => {
  const region = regionNamed(name)
  if (region === undefined) return undefined
  return region.id === "list" ? (canHaveFocus(region) ? region : undefined) : firstStop(region)
}
