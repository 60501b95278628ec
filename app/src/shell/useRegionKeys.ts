import { useShortcut } from "../parts/Shortcuts.js"
import { firstStop, regionNamed, regionNames } from "./regions.js"

const goRound = (step: 1 | -1): void => {
  const stops = regionNames.flatMap((name) => {
    const region = regionNamed(name)
    const stop = region === undefined ? undefined : firstStop(region)
    return region === undefined || stop === undefined ? [] : [{ region, stop }]
  })
  const at = stops.findIndex(({ region }) => region.contains(document.activeElement))
  const next = at === -1 && step === -1 ? -1 : at + step
  stops.at(next % stops.length)?.stop.focus()
}

/** F6 goes to the next part of the page, with Shift to the one before. */
export const useRegionKeys = (): void => {
  useShortcut("region", () => goRound(1))
  useShortcut("region-back", () => goRound(-1))
}
