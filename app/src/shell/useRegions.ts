import { useShortcut } from "../parts/Shortcuts.js"

/** The parts of the page that F6 goes round, in the order of the page. */
const order = ["topbar", "places", "bar", "list", "dock", "panel", "toasts"]

const firstStop = (region: Element): HTMLElement | null =>
  region.querySelector<HTMLElement>("[data-index][tabindex='0']") ??
    region.querySelector<HTMLElement>("a[href], button:not([disabled]), input, [tabindex='0']")

const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

export const useRegions = (): void =>
  useShortcut("region", () => {
    const regions = order
      .map((name) => document.querySelector(`[data-region="${name}"]`))
      .filter((region) => region !== null && isVisible(region) && firstStop(region) !== null)
    const at = regions.findIndex((region) => region?.contains(document.activeElement))
    const next = regions[(at + 1) % regions.length]
    if (next !== undefined && next !== null) firstStop(next)?.focus()
  })
