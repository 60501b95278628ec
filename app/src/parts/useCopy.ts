import { useLanguage } from "../language/Language.js"
import { useToasts } from "./Toasts.js"

/** Copies a text; a page without TLS has no clipboard at all, and fails as one that may not use it. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

/** The same, with a message that it was done, or could not be. */
export const useCopy = (): (text: string) => void => {
  const { t } = useLanguage()
  const toasts = useToasts()
  return (text) =>
    void copyText(text).then(
      () => toasts.show({ message: t.parts.copied }),
      () => toasts.show({ message: t.parts.notCopied, tone: "bad" })
    )
}
