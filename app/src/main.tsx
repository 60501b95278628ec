import "./parts/style/tokens.css"
import "./parts/style/base.css"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { DriveProvider } from "effect-drive/react"
import type { ReactElement } from "react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { drive } from "./drive.js"
import { features } from "./features.js"
import { catalogue as english } from "./language/catalogue.js"
import type { LanguageProps } from "./language/Language.js"
import { Language, loadCatalogue } from "./language/Language.js"
import { preferredLanguage } from "./language/languageTag.js"
import { registerWorker } from "./offline/registerWorker.js"
import { Dialogs } from "./parts/Dialogs.js"
import { refuseFiles } from "./parts/dropsOfFiles.js"
import { ErrorBoundary } from "./parts/ErrorBoundary.js"
import { LiveRegion } from "./parts/LiveRegion.js"
import { Shortcuts } from "./parts/Shortcuts.js"
import { Toasts } from "./parts/Toasts.js"
import { FeaturesProvider } from "./shell/Feature.js"
import { FilterTextProvider } from "./shell/FilterText.js"
import { keepFocusLater } from "./shell/keepFocusLater.js"
import { FirstAnswersProvider } from "./shell/Later.js"
import { followUsers } from "./shell/onNextUser.js"
import { openPage } from "./shell/opening.js"
import { SessionProvider } from "./shell/Session.js"
import { Shell } from "./shell/Shell.js"
import { applyLook } from "./shell/theme.js"
import { allowOwnWorkers } from "./trustedTypes.js"

allowOwnWorkers()
applyLook()
registerWorker()
refuseFiles()
keepFocusLater()
history.scrollRestoration = "manual"

// the drive itself tries again what may succeed the next time
const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false, networkMode: "always" } }
})
followUsers(drive)
const opening = openPage(drive, queries)
const shortcuts = features.flatMap((feature) => feature.shortcuts ?? [])
const language = preferredLanguage()

// no await at the top: the chunk of a language imports from this one, and would wait for it for ever
const first = loadCatalogue(language).then(
  (catalogue): LanguageProps["first"] => ({ language, catalogue }),
  // a page in English is more than none
  (): LanguageProps["first"] => ({ language: "en", catalogue: english })
)
void first.then((spoken) => {
  const container = document.getElementById("app")
  if (container === null) throw new Error("the page has no #app")
  createRoot(container).render(page(spoken))
})

const page = (first: LanguageProps["first"]): ReactElement => (
  <StrictMode>
    <Language first={first}>
      <LiveRegion>
        <Toasts>
          <ErrorBoundary>
            <QueryClientProvider client={queries}>
              <DriveProvider drive={drive}>
                <FeaturesProvider value={features}>
                  <Shortcuts entries={shortcuts}>
                    <SessionProvider opening={opening}>
                      <FirstAnswersProvider value={opening.firstAnswers}>
                        <FilterTextProvider>
                          <Dialogs>
                            <Shell />
                          </Dialogs>
                        </FilterTextProvider>
                      </FirstAnswersProvider>
                    </SessionProvider>
                  </Shortcuts>
                </FeaturesProvider>
              </DriveProvider>
            </QueryClientProvider>
          </ErrorBoundary>
        </Toasts>
      </LiveRegion>
    </Language>
  </StrictMode>
)
