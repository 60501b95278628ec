import type { ReactElement, ReactNode } from "react"
import { Suspense } from "react"
import { Boundary } from "./Boundary.js"
import { useReportCrash } from "./useReportCrash.js"

export interface PartProps {
  readonly children: ReactNode
  /** Stands in its place while its code is on its way, and where that does not come; default nothing. */
  readonly waiting?: ReactNode
  /** Of what was opened: closes it, so that the next time opens it anew. */
  readonly onFail?: (() => void) | undefined
}

/** A part of the page that comes when its code does. Where it fails it takes nothing with it, and a message says so. */
export const Part = ({ children, onFail, waiting = null }: PartProps): ReactElement => {
  const tell = useReportCrash()
  const fail = (error: unknown) => {
    onFail?.()
    tell(error, onFail !== undefined)
  }
  return (
    <Boundary fallback={() => waiting} onFail={fail}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}
