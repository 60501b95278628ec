import type { ReactNode } from "react"
import { Component } from "react"
import { CodeMissing } from "./loadedLater.js"

export interface BoundaryProps {
  readonly children: ReactNode
  /** Stands in the place of what failed; default nothing. */
  readonly fallback?: ((error: unknown, tryAgain: () => void) => ReactNode) | undefined
  readonly onFail?: ((error: unknown) => void) | undefined
}

interface State {
  readonly failure: { readonly error: unknown } | undefined
}

const again = "drive-try-again"

/** How often the network has come back. */
let returns = 0
window.addEventListener("online", () => returns++)

/** All that stands on the page without its code asks for it again. */
export const tryAllAgain = (): void => void window.dispatchEvent(new Event(again))

/** What fails in here, or has no code, takes nothing with it but itself. Code that is missing is asked for again once there is a network. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { failure: undefined }

  private returnsBefore = returns

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  readonly tryAgain = (): void => {
    this.stopWaiting()
    this.returnsBefore = returns
    this.setState({ failure: undefined })
  }

  stopWaiting(): void {
    window.removeEventListener("online", this.tryAgain)
    window.removeEventListener(again, this.tryAgain)
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof CodeMissing) {
      error.forget()
      // the network was gone when it was asked for, and nobody will say again that it is back
      if (this.returnsBefore !== returns) return this.tryAgain()
      window.addEventListener("online", this.tryAgain)
      window.addEventListener(again, this.tryAgain)
    }
    this.props.onFail?.(error)
  }

  override componentWillUnmount(): void {
    this.stopWaiting()
  }

  override render(): ReactNode {
    const { children, fallback } = this.props
    const { failure } = this.state
    return failure === undefined ? children : fallback?.(failure.error, this.tryAgain)
  }
}
