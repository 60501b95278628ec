import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useEffect, useMemo, useState, useTransition } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import type { Catalogue } from "./catalogue.js"
import { catalogue as en } from "./catalogue.js"
import type { LanguageTag } from "./languageTag.js"
import { keepLanguage } from "./languageTag.js"

export const loadCatalogue = async (language: LanguageTag): Promise<Catalogue> =>
  language === "zh-CN" ? (await import("./catalogue.zh.js")).catalogue : en

export interface LanguageFace extends Catalogue {
  readonly language: LanguageTag
  readonly choose: (language: LanguageTag) => void
}

const LanguageContext = createContext<LanguageFace>({ ...en, language: "en", choose: () => {} })

/** The sentences (`t`, by feature) and the formats of the language that is chosen. */
export const useLanguage = (): LanguageFace => useContext(LanguageContext)

export interface LanguageProps {
  readonly first: { readonly language: LanguageTag; readonly catalogue: Catalogue }
  readonly children: ReactNode
}

export const Language = ({ children, first }: LanguageProps): ReactElement => {
  const [current, setCurrent] = useState(first)
  const [, startTransition] = useTransition()
  useEffect(() => {
    document.documentElement.lang = current.language
  }, [current.language])
  const face = useMemo((): LanguageFace => ({
    ...current.catalogue,
    language: current.language,
    choose: (language) => {
      keepLanguage(language)
      startTransition(async () => {
        const catalogue = await loadCatalogue(language)
        startTransition(() => setCurrent({ language, catalogue }))
      })
    }
  }), [current])
  return (
    <LanguageContext value={face}>
      <I18nProvider locale={current.language === "en" ? "en-GB" : "zh-CN"}>{children}</I18nProvider>
    </LanguageContext>
  )
}
