import type { ReactNode } from "react"
import { Component } from "react"

export interface BoundaryProps {
  readonly children: ReactNode
  /** Stands in the place of what failed; default nothing. */
  readonly fallback?: ReactNode
  readonly onFail?: (() => void) | undefined
}

interface State {
  readonly isBroken: boolean
}

/** What fails in here, or has no code, takes nothing with it but itself. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { isBroken: false }

  static getDerivedStateFromError(): State {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    this.props.onFail?.()
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
