import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import { useCopy } from "../parts/useCopy.js"
import { problemOf } from "./problemOf.js"
import styles from "./ProblemState.module.css"
import { useRoute } from "./useRoute.js"

export interface ProblemStateProps {
  readonly error: unknown
  readonly retry: () => void
  readonly heading?: "h1" | "h2"
}

/** A page that has nothing to show but why, the button that helps, and what support wants to know. */
export const ProblemState = ({ error, heading = "h2", retry }: ProblemStateProps): ReactElement => {
  const { t } = useLanguage()
  const copy = useCopy()
  const { address, go, toStart } = useRoute()
  const { details, remedy, text, action } = problemOf(error, t)
  const place = address === "Unknown" ? undefined : address.place
  const [label, run] = remedy === "spaces" || (remedy === "reload" && place?.folder === undefined)
    ? [t.shell.errors.platform.action, toStart]
    : remedy === "reload" && place !== undefined
    ? [t.shell.missing.action, () => go({ ...place, room: "files", folder: undefined })]
    : remedy === "openBin" && place !== undefined
    ? [action, () => go({ ...place, room: "bin", folder: undefined })]
    : remedy === "reloadPage"
    ? [action, () => location.reload()]
    : [t.parts.retry, retry]
  return (
    <EmptyState
      action={<Button onPress={run} variant="primary">{label}</Button>}
      heading={heading}
      picture="broken"
      text={
        <details className={styles.details}>
          <summary>{t.parts.details}</summary>
          <code>{details}</code>
          <Button onPress={() => copy(details)} size="small" variant="ghost">{t.shell.errors.copyDetails}</Button>
        </details>
      }
      title={text}
    />
  )
}
