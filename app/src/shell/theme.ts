/** How the page looks on this device: kept there, and set before anything is drawn. */

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]
export const densities = ["comfortable", "compact"] as const
export type Density = (typeof densities)[number]

const kept = { theme: "drive.theme", density: "drive.density" }

export const currentTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(kept.theme)) ?? "system"

export const currentDensity = (): Density =>
  densities.find((density) => density === localStorage.getItem(kept.density)) ?? "comfortable"

export const chooseTheme = (theme: Theme): void => {
  localStorage.setItem(kept.theme, theme)
  applyLook()
}

export const chooseDensity = (density: Density): void => {
  localStorage.setItem(kept.density, density)
  applyLook()
}

export const applyLook = (): void => {
  const { dataset } = document.documentElement
  const theme = currentTheme()
  if (theme === "system") delete dataset["theme"]
  else dataset["theme"] = theme
  dataset["density"] = currentDensity()
}
