/** The sentences of this page in the language that is chosen; those that are not English are loaded when they are. */
import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useEffect, useMemo, useState } from "react"
import type { LanguageTag } from "../language/languageTag.js"
import { keepLanguage } from "../language/languageTag.js"
import { strings as english } from "./strings.js"

export type Words = typeof english

export const loadWords = async (language: LanguageTag): Promise<Words> =>
  language === "zh-CN" ? (await import("./strings.zh.js")).strings : english

interface WordsFace {
  readonly t: Words
  readonly language: LanguageTag
  readonly choose: (language: LanguageTag) => void
}

const WordsContext = createContext<WordsFace>({ t: english, language: "en", choose: () => {} })

export const useWords = (): WordsFace => useContext(WordsContext)

export interface WordsProviderProps {
  readonly first: { readonly language: LanguageTag; readonly words: Words }
  readonly children: ReactNode
}

export const WordsProvider = ({ children, first }: WordsProviderProps): ReactElement => {
  const [{ language, words }, setCurrent] = useState(first)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const face = useMemo((): WordsFace => ({
    t: words,
    language,
    choose: (next) => {
      loadWords(next).then((loaded) => {
        keepLanguage(next)
        setCurrent({ language: next, words: loaded })
      }, () => {
        // the page stays as it is, and the next press asks again
      })
    }
  }), [language, words])
  return <WordsContext value={face}>{children}</WordsContext>
}
