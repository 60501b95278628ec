import type { ReactElement, ReactNode } from "react"
import { createContext, Suspense, use, useContext } from "react"

const FirstAnswers = createContext<Promise<unknown>>(Promise.resolve())

export const FirstAnswersProvider = FirstAnswers.Provider

const AfterFirstAnswers = ({ children }: { readonly children: ReactNode }): ReactNode => {
  use(useContext(FirstAnswers))
  return children
}

/** What stands beside the page: neither its code nor its questions come before the first answers that the page waits for. */
export const Later = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <Suspense fallback={null}>
    <AfterFirstAnswers>{children}</AfterFirstAnswers>
  </Suspense>
)
