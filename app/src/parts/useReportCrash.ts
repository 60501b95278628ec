import { useLanguage } from "../language/Language.js"
import { useToasts } from "./Toasts.js"

/** Says that something of the page failed or could not be loaded, beside all that is still there. */
export const useReportCrash = (): () => void => {
  const { t } = useLanguage()
  const toasts = useToasts()
  const { action, text, title } = t.shell.broken
  return () =>
    void toasts.show({
      message: title,
      detail: text,
      tone: "bad",
      action: { label: action, run: () => location.reload() }
    })
}
