import type { ReactElement, ReactNode } from "react"
import { createContext, startTransition, useContext, useEffect, useMemo, useState } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { readCode } from "../parts/loadedLater.js"
import type { Catalogue } from "./catalogue.js"
import { catalogue as en } from "./catalogue.js"
import type { LanguageTag } from "./languageTag.js"
import { keepLanguage } from "./languageTag.js"

/** Fails with `CodeMissing`. */
export const loadCatalogue = (language: LanguageTag): Promise<Catalogue> =>
  language === "zh-CN" ? readCode(async () => (await import("./catalogue.zh.js")).catalogue) : Promise.resolve(en)

export interface LanguageFace extends Catalogue {
  readonly language: LanguageTag
  /** Fails with `CodeMissing`, and the page stays in the language that it has. */
  readonly choose: (language: LanguageTag) => Promise<void>
}

const LanguageContext = createContext<LanguageFace>({ ...en, language: "en", choose: async () => {} })

/** The sentences (`t`, by feature) and the formats of the language that is chosen. */
export const useLanguage = (): LanguageFace => useContext(LanguageContext)

export interface LanguageProps {
  readonly first: { readonly language: LanguageTag; readonly catalogue: Catalogue }
  readonly children: ReactNode
}

export const Language = ({ children, first }: LanguageProps): ReactElement => {
  const [current, setCurrent] = useState(first)
  useEffect(() => {
    document.documentElement.lang = current.language
  }, [current.language])
  const face = useMemo((): LanguageFace => ({
    ...current.catalogue,
    language: current.language,
    choose: async (language) => {
      const catalogue = await loadCatalogue(language)
      keepLanguage(language)
      startTransition(() => setCurrent({ language, catalogue }))
    }
  }), [current])
  return (
    <LanguageContext value={face}>
      <I18nProvider locale={current.language === "en" ? "en-GB" : "zh-CN"}>{children}</I18nProvider>
    </LanguageContext>
  )
}
