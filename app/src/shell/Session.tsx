import type { DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import * as Drive from "effect-drive/react"
import type { ReactElement, ReactNode } from "react"
import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react"

export type SessionStatus = "starting" | "unreachable" | "signedOut" | "signedIn" | "ended"

export interface Session {
  /**
   * `unreachable`: there is a token of before, and nobody answers whether it still holds. `ended`: the sign-in has run out; what is on
   * the screen stays, and what waits goes on after the next one.
   */
  readonly status: SessionStatus
  readonly error: DriveError | undefined
  readonly isBusy: boolean
  readonly signIn: (accessToken: string) => void
  readonly signOut: () => void
  /** Asks again with the token of before. */
  readonly tryAgain: () => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("useSession is used outside of SessionProvider")
  return session
}

/** The token of this tab, so that loading the page again is no sign-in; other tabs and the disk do not see it. */
const kept = "drive.access"

/** An address that signs in with one click carries the token behind `#`, which no server is told. */
const takeTokenFromAddress = (): string | undefined => {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined
  if (token !== undefined) history.replaceState(history.state, "", location.pathname + location.search)
  return token
}

const firstToken = takeTokenFromAddress() ?? sessionStorage.getItem(kept)

/** Nobody has refused the token: there was no answer, or none of the service. */
const isUnanswered = (error: DriveError): boolean => error._tag === "TransportError" || error._tag === "RateLimited"

/** What has become of the token of before. */
type Start = "asked" | "unanswered" | "over"

const firstStart: Start = firstToken === null ? "over" : navigator.onLine ? "asked" : "unanswered"

const statusOf = ({ isExpired, status }: Drive.SessionView, start: Start): SessionStatus => {
  if (isExpired) return "ended"
  if (status === "signedIn" || status === "ready") return "signedIn"
  return start === "asked" ? "starting" : start === "unanswered" ? "unreachable" : "signedOut"
}

export const SessionProvider = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const view = Drive.useSession()
  const [start, setStart] = useState(firstStart)
  const isStarted = useRef(false)

  const session = useMemo((): Session => {
    const enter = (accessToken: string) => {
      // the address names the space
      view.signIn({ accessToken }, { spaceId: null }).then(
        () => {
          sessionStorage.setItem(kept, accessToken)
          setStart("over")
        },
        (cause: unknown) => {
          if (!isDriveError(cause)) throw cause
          setStart((before) => before !== "over" && isUnanswered(cause) ? "unanswered" : "over")
        }
      )
    }
    return {
      status: statusOf(view, start),
      error: view.error,
      isBusy: view.status === "signingIn",
      signIn: enter,
      tryAgain: () => {
        if (firstToken !== null) enter(firstToken)
      },
      signOut: () => {
        sessionStorage.removeItem(kept)
        // who is signed out here is so whether or not the service could be told
        view.signOut().catch((cause: unknown) => {
          if (!isDriveError(cause)) throw cause
        })
      }
    }
  }, [start, view])

  const { status, tryAgain } = session
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    tryAgain()
  }, [tryAgain])

  useEffect(() => {
    if (status !== "unreachable") return
    window.addEventListener("online", tryAgain)
    return () => window.removeEventListener("online", tryAgain)
  }, [status, tryAgain])

  return <SessionContext value={session}>{children}</SessionContext>
}
