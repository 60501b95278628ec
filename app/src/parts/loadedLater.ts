import type { ComponentType, ReactElement } from "react"
import { createElement, lazy } from "react"

/** The code of a part of the page did not come. */
export class CodeMissing extends Error {
  /** The part asks for its code again when it is drawn the next time; until then it fails at once. */
  readonly forget: () => void

  constructor(cause: unknown, forget: () => void = () => {}) {
    super("the code of a part of the page did not come", { cause })
    this.forget = forget
  }
}

/** What `read` gives. Fails with `CodeMissing`. */
export const readCode = async <Code>(read: () => Promise<Code>, forget?: () => void): Promise<Code> => {
  try {
    return await read()
  } catch (cause) {
    throw new CodeMissing(cause, forget)
  }
}

/** A component whose code comes when it is first drawn. It waits in the `Part` or `ErrorBoundary` around it, and fails there. */
export const loadedLater = <Props extends object>(
  read: () => Promise<ComponentType<Props>>
): ComponentType<Props> => {
  const begin = () => {
    const forget = () => {
      if (current === own) current = begin()
    }
    const own = lazy(async () => ({ default: await readCode(read, forget) })) as unknown as ComponentType<Props> // `lazy` loses the parameter
    return own
  }
  let current = begin()
  return (props): ReactElement => createElement(current, props)
}
