/** Shows what components throw. */
import type { ReactNode } from "react"
import { Component } from "react"

export class Boundary extends Component<{ readonly children: ReactNode }> {
  override readonly state: { readonly error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <p>caught {String(this.state.error)}</p>
  }
}
