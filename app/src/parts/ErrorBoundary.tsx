import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { Boundary } from "./Boundary.js"
import { Button } from "./Button.js"
import { EmptyState } from "./EmptyState.js"
import { CodeMissing } from "./loadedLater.js"

interface BrokenProps {
  readonly error: unknown
  readonly heading: "h1" | "h2"
  readonly tryAgain: () => void
}

const Broken = ({ error, heading, tryAgain }: BrokenProps) => {
  const { t } = useLanguage()
  const { action, text, title } = t.shell.broken
  const isMissing = error instanceof CodeMissing
  return (
    <EmptyState
      action={
        <Button onPress={isMissing ? tryAgain : () => location.reload()} variant="primary">
          {isMissing ? t.parts.retry : action}
        </Button>
      }
      heading={heading}
      picture="broken"
      text={isMissing ? undefined : text}
      title={isMissing ? t.parts.notLoaded : title}
    />
  )
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** A page takes its heading with it; a part of one leaves it there. */
  readonly heading?: "h1" | "h2"
}

/** A page that fails, or whose code does not come, takes nothing with it but itself. */
export const ErrorBoundary = ({ children, heading = "h1" }: ErrorBoundaryProps): ReactElement => (
  <Boundary fallback={(error, tryAgain) => <Broken error={error} heading={heading} tryAgain={tryAgain} />}>
    {children}
  </Boundary>
)
