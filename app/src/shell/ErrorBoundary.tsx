import type { ReactNode } from "react"
import { Component } from "react"
import { useLanguage } from "../language/Language.js"
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

interface State {
  readonly isBroken: boolean
}

/** A page that fails takes nothing with it but itself. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { isBroken: false }

  static getDerivedStateFromError(): State {
    return { isBroken: true }
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}
