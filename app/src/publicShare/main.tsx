/** The page of a shared link: an entry of its own, so that a visitor loads nothing of the drive behind it. */
import "../parts/style/tokens.css"
import "../parts/style/base.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { preferredLanguage } from "../language/languageTag.js"
import { refuseFiles } from "../parts/dropsOfFiles.js"
import { keepFocusLater } from "../shell/keepFocusLater.js"
import { applyLook } from "../shell/theme.js"
import { allowOwnWorkers } from "../trustedTypes.js"
import { SharedPage } from "./SharedPage.js"
import { strings as english } from "./strings.js"
import { secretOf } from "./visit.js"
import type { WordsProviderProps } from "./Words.js"
import { loadWords, WordsProvider } from "./Words.js"

allowOwnWorkers()
applyLook()
refuseFiles()
keepFocusLater()

const language = preferredLanguage()

// no await at the top: the chunk of a language imports from this one, and would wait for it for ever
const first = loadWords(language).then(
  (words): WordsProviderProps["first"] => ({ language, words }),
  // a page in English is more than none
  (): WordsProviderProps["first"] => ({ language: "en", words: english })
)
void first.then((spoken) => {
  const container = document.getElementById("app")
  if (container === null) throw new Error("the page has no #app")
  createRoot(container).render(
    <StrictMode>
      <WordsProvider first={spoken}>
        <SharedPage secret={secretOf(location.pathname)} />
      </WordsProvider>
    </StrictMode>
  )
})
