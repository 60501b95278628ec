import { useShortcut } from "../parts/Shortcuts.js"

/** The parts of the page that F6 goes round, in the order of the page. */
const order = ["topbar", "places", "bar", "list", "dock", "panel", "toasts"]

const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** A row of a list before anything else; what is not shown at this width cannot be focused. */
const firstStop = (region: Element): HTMLElement | undefined =>
  ["[data-index][tabindex='0']", "a[href], button:not([disabled]), input, [tabindex='0']"]
    .flatMap((selector) => [...region.querySelectorAll<HTMLElement>(selector)])
    .find(isVisible)

export const useRegionKeys = (): void =>
  useShortcut("region", () => {
    const regions = order
      .map((name) => document.querySelector(`[data-region="${name}"]`))
      .filter((region) => region !== null && isVisible(region) && firstStop(region) !== undefined)
    const at = regions.findIndex((region) => region?.contains(document.activeElement))
    const next = regions[(at + 1) % regions.length]
    if (next !== undefined && next !== null) firstStop(next)?.focus()
  })
