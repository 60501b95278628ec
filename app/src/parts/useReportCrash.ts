import { useLanguage } from "../language/Language.js"
import { tryAllAgain } from "./Boundary.js"
import { CodeMissing } from "./loadedLater.js"
import { useToasts } from "./Toasts.js"

/** Several parts that come together fail together: one message speaks for all. */
let lastMessage = 0

/**
 * Says that something of the page failed or could not be loaded, beside all that is still there. What was opened is opened again
 * (`isOpened`), what stands on the page is tried again by the button of the message.
 */
export const useReportCrash = (): (error: unknown, isOpened: boolean) => void => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const { action, text, title } = t.shell.broken
  return (error, isOpened) => {
    toasts.dismiss(lastMessage)
    lastMessage = toasts.show({
      tone: "bad",
      ...!(error instanceof CodeMissing)
        ? { message: title, detail: text, action: { label: action, run: () => location.reload() } }
        : isOpened
        ? { message: t.parts.notLoaded, detail: t.parts.nextTime }
        : { message: t.parts.notLoaded, action: { label: t.parts.retry, run: tryAllAgain } }
    })
  }
}
