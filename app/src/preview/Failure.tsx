import type { ReactElement } from "react"
import { isRefused } from "../download/isRefused.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import { problemOf } from "../shell/problemOf.js"
import { usePreviewLanguage } from "./usePreviewLanguage.js"

/** Why a file that could be shown is not, and the one button that may help. */
export const Failure = (
  { error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }
): ReactElement => {
  const { t } = usePreviewLanguage()
  const { details, text } = problemOf(error, t)
  const words = isRefused(error) ? t.download.noRight : text
  return (
    <EmptyState
      action={onRetry === undefined
        ? undefined
        : <Button onPress={onRetry} variant="primary">{t.parts.retry}</Button>}
      picture="broken"
      text={<span title={details}>{words}</span>}
      title={t.preview.failed}
    />
  )
}
