import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { Boundary } from "../parts/Boundary.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"

const Broken = ({ heading }: { readonly heading: "h1" | "h2" }) => {
  const { t } = useLanguage()
  return (
    <EmptyState
      action={<Button onPress={() => location.reload()} variant="primary">{t.shell.broken.action}</Button>}
      heading={heading}
      picture="broken"
      text={t.shell.broken.text}
      title={t.shell.broken.title}
    />
  )
}

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** A page takes its heading with it; a part of one leaves it there. */
  readonly heading?: "h1" | "h2"
}

/** A page that fails takes nothing with it but itself. */
export const ErrorBoundary = ({ children, heading = "h1" }: ErrorBoundaryProps): ReactElement => (
  <Boundary fallback={<Broken heading={heading} />}>{children}</Boundary>
)
