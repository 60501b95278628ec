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
import { secretOf } from "./visit.js"
import { loadWords, WordsProvider } from "./Words.js"

allowOwnWorkers()
applyLook()
refuseFiles()
keepFocusLater()

const language = preferredLanguage()

// no await at the top: the chunk of a language imports from this one, and would wait for it for ever
void loadWords(language).then((words) => {
  const container = document.getElementById("app")
  if (container === null) throw new Error("the page has no #app")
  createRoot(container).render(
    <StrictMode>
      <WordsProvider first={{ language, words }}>
        <SharedPage secret={secretOf(location.pathname)} />
      </WordsProvider>
    </StrictMode>
  )
})
