import type { DriveClient, DriveError } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import { useDrive, useDriveEvent } from "effect-drive/react"
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

const login = async (drive: DriveClient, accessToken: string): Promise<void> => {
  await drive.session.login({ accessToken })
  sessionStorage.setItem(kept, accessToken)
}

export const SessionProvider = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const drive = useDrive()
  const [status, setStatus] = useState<SessionStatus>(
    firstToken === null ? "signedOut" : navigator.onLine ? "starting" : "unreachable"
  )
  const [error, setError] = useState<DriveError>()
  const [isBusy, setBusy] = useState(false)
  const isStarted = useRef(false)

  const session = useMemo((): Session => {
    const enter = (accessToken: string, onRefused: (cause: DriveError) => SessionStatus) => {
      setBusy(true)
      setError(undefined)
      login(drive, accessToken).then(
        () => setStatus("signedIn"),
        (cause: unknown) => {
          if (!isDriveError(cause)) throw cause
          setError(cause)
          setStatus((before) => before === "ended" ? before : onRefused(cause))
        }
      ).finally(() => setBusy(false))
    }
    return {
      status,
      error,
      isBusy,
      signIn: (accessToken) => enter(accessToken, () => "signedOut"),
      tryAgain: () => {
        if (firstToken !== null) enter(firstToken, (cause) => isUnanswered(cause) ? "unreachable" : "signedOut")
      },
      signOut: () => {
        sessionStorage.removeItem(kept)
        setStatus("signedOut")
        // who is signed out here is so whether or not the service could be told
        drive.session.logout().catch((cause: unknown) => {
          if (!isDriveError(cause)) throw cause
        })
      }
    }
  }, [drive, error, isBusy, status])

  useEffect(() => {
    if (isStarted.current || firstToken === null) return
    isStarted.current = true
    session.tryAgain()
  }, [session])

  const { tryAgain } = session
  useEffect(() => {
    if (status !== "unreachable") return
    window.addEventListener("online", tryAgain)
    return () => window.removeEventListener("online", tryAgain)
  }, [status, tryAgain])

  useDriveEvent("TokenExpired", () => setStatus((before) => before === "signedIn" ? "ended" : before))
  return <SessionContext value={session}>{children}</SessionContext>
}
