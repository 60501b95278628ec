import type { DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import type { SessionView } from "effect-drive/react"
import { useSession as useDriveSession } from "effect-drive/react"
import type { ReactElement, ReactNode } from "react"
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"
import { keptPictures } from "../files/keptPictures.js"
import { forgetMarks } from "../upload/readingMarks.js"
import { forgetPlaces } from "./historyMemory.js"
import { onNextUser } from "./onNextUser.js"
import type { Opening } from "./opening.js"
import { kept } from "./opening.js"

export type SessionStatus = "starting" | "unreachable" | "signedOut" | "signedIn" | "ended"

export interface Session {
  /**
   * `unreachable`: there is a token of before, and nobody answers whether it still holds. `ended`: the sign-in has run out; what is on
   * the screen stays, and what waits resumes after the next one.
   */
  readonly status: SessionStatus
  /** Who is signed in; `undefined` while nobody is. */
  readonly user: string | undefined
  readonly error: DriveError | undefined
  readonly isBusy: boolean
  readonly signIn: (accessToken: string) => void
  readonly signOut: () => void
  /** Asks again with the token of before. */
  readonly tryAgain: () => void
}

const forget = (): void => {
  // the token and where lists stood, small pictures, and names of what was on its way
  sessionStorage.clear()
  if ("caches" in window) void caches.delete(keptPictures).catch(() => undefined)
  forgetMarks()
  forgetPlaces()
}

onNextUser(forget)

const SessionContext = createContext<Session | undefined>(undefined)

export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error("useSession is used outside of SessionProvider")
  return session
}

/** Nobody has refused the token: there was no answer, or none of the service. */
const isUnanswered = (error: DriveError): boolean => error._tag === "TransportError" || error._tag === "RateLimited"

/** What has become of the token of before. */
type Start = "asked" | "unanswered" | "over"

const firstStart = ({ signIn }: Opening): Start =>
  signIn === undefined ? "over" : navigator.onLine ? "asked" : "unanswered"

const statusOf = ({ isExpired, state }: SessionView, start: Start): SessionStatus => {
  if (isExpired) return "ended"
  // also while its sign-in is not quite over: the page would go for a moment, and all that one was at with it
  if (state._tag !== "SignedOut") return "signedIn"
  return start === "asked" ? "starting" : start === "unanswered" ? "unreachable" : "signedOut"
}

interface ProviderProps {
  readonly opening: Opening
  readonly children: ReactNode
}

export const SessionProvider = ({ children, opening }: ProviderProps): ReactElement => {
  const view = useDriveSession()
  const [start, setStart] = useState(() => firstStart(opening))
  const [error, setError] = useState<DriveError>()
  const isFollowed = useRef(false)

  const follow = useCallback((signIn: Promise<unknown>, accessToken: string) => {
    signIn.then(
      () => {
        sessionStorage.setItem(kept, accessToken)
        setStart("over")
      },
      (cause: unknown) => {
        if (!isDriveError(cause)) throw cause
        setError(cause)
        setStart((before) => before !== "over" && isUnanswered(cause) ? "unanswered" : "over")
      }
    )
  }, [])

  const session = useMemo((): Session => {
    const enter = (accessToken: string) => {
      setError(undefined)
      // the address names the space
      follow(view.signIn({ accessToken }, { spaceId: null }), accessToken)
    }
    return {
      status: statusOf(view, start),
      user: view.state._tag === "SignedOut" ? undefined : view.state.wsid,
      error,
      isBusy: view.status === "signingIn",
      signIn: enter,
      tryAgain: () => {
        if (opening.token !== undefined) enter(opening.token)
      },
      signOut: () => {
        forget()
        // who is signed out here is so whether or not the service could be told
        view.signOut().catch((cause: unknown) => {
          if (!isDriveError(cause)) throw cause
        })
      }
    }
  }, [error, follow, opening, start, view])

  const { status, tryAgain } = session
  useEffect(() => {
    const { signIn, token } = opening
    if (isFollowed.current || signIn === undefined || token === undefined) return
    isFollowed.current = true
    follow(signIn, token)
  }, [follow, opening])

  useEffect(() => {
    if (status !== "unreachable") return
    window.addEventListener("online", tryAgain)
    return () => window.removeEventListener("online", tryAgain)
  }, [status, tryAgain])

  return <SessionContext value={session}>{children}</SessionContext>
}
