import type { ReactElement, ReactNode } from "react"
import { useLanguage } from "../language/Language.js"
import { Boundary } from "../parts/Boundary.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"

const Broken = () => {
  const { t } = useLanguage()
  return (
    <EmptyState
      action={<Button onPress={() => location.reload()} variant="primary">{t.shell.broken.action}</Button>}
      picture="broken"
      text={t.shell.broken.text}
      title={t.shell.broken.title}
    />
  )
}

/** A page that fails takes nothing with it but itself. */
export const ErrorBoundary = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <Boundary fallback={<Broken />}>{children}</Boundary>
)
