import type { ReactElement, ReactNode } from "react"
import { createPortal } from "react-dom"

/** Puts what a stage has for tools into the bar. */
export const Tools = (
  { children, into }: { readonly into: HTMLElement | null; readonly children: ReactNode }
): ReactElement | null => into === null ? null : createPortal(children, into)
