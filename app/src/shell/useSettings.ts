import { useState } from "react"
import { useLanguage } from "../language/Language.js"
import { languages } from "../language/languageTag.js"
import type { MenuGroups } from "../parts/MenuEntry.js"
import { useReportCrash } from "../parts/useReportCrash.js"
import { chooseDensity, chooseTheme, currentDensity, currentTheme, densities, themes } from "./theme.js"

/** Theme, height of rows and language, as the groups of a menu. */
export const useSettings = (): MenuGroups => {
  const { choose, language, t } = useLanguage()
  const tellBroken = useReportCrash()
  const [, redraw] = useState(0)
  const isNow = { theme: currentTheme(), density: currentDensity() }
  return [
    themes.map((theme) => ({
      id: `theme-${theme}`,
      label: t.parts.labelled(t.shell.theme, t.shell.themes[theme]),
      checked: isNow.theme === theme,
      onAction: () => {
        chooseTheme(theme)
        redraw((count) => count + 1)
      }
    })),
    densities.map((density) => ({
      id: `density-${density}`,
      label: t.parts.labelled(t.shell.density, t.shell.densities[density]),
      checked: isNow.density === density,
      onAction: () => {
        chooseDensity(density)
        redraw((count) => count + 1)
      }
    })),
    languages.map(({ name, tag }) => ({
      id: `language-${tag}`,
      label: name,
      checked: tag === language,
      onAction: () => void choose(tag).catch((cause: unknown) => tellBroken(cause, true))
    }))
  ]
}
