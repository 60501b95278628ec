/**
 * Where the session of a drive stands, for components: by the drive's events, one object until something changes.
 *
 * @since 1.0.7
 */
import type { Space } from "../domain/Space.js"
import type { DriveClient } from "../promise/DriveClient.js"
import type { DriveError } from "../promise/DriveError.js"
import { isDriveError } from "../promise/DriveError.js"
import type { CallOptions } from "../promise/Runner.js"
import type { Credential, SessionState } from "../services/Session.js"

/**
 * `expired`: the service has refused the session (401); uploads wait, and resume after the next sign-in. `signingIn`
 * lasts until the drive is ready or the sign-in has failed.
 *
 * @since 1.0.7
 * @category models
 */
export type SessionStatus = "signedOut" | "signingIn" | "signedIn" | "ready" | "expired"

/**
 * Where the session stands, as a screen shows it.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionView {
  readonly status: SessionStatus
  readonly state: SessionState
  /** The id of the selected space. */
  readonly selected: string | undefined
  /** The service has refused the session. Stays true during the next sign-in, so that the screen can stay as it is. */
  readonly isExpired: boolean
  /** Why the last sign-in failed. */
  readonly error: DriveError | undefined
}

/**
 * `spaceId`: which space to select. Default: the one that was selected before the session expired, else the first.
 * `null` selects none: the status ends at `signedIn`, and `drive.spaces.select` makes it `ready`.
 *
 * @since 1.0.7
 * @category models
 */
export interface SignInOptions extends CallOptions {
  readonly spaceId?: string | null | undefined
}

const statusOf = (state: SessionState, selected: string | undefined): SessionStatus =>
  state._tag === "SignedOut" ? "signedOut" : selected === undefined ? "signedIn" : "ready"

const stores = new WeakMap<DriveClient, SessionStore>()

/**
 * On the server, and in the first render of a page.
 *
 * @since 1.0.7
 * @category constants
 */
export const unknownSession: SessionView = {
  status: "signedOut",
  state: { _tag: "SignedOut" },
  selected: undefined,
  isExpired: false,
  error: undefined
}

/**
 * @since 1.0.7
 * @category models
 */
export class SessionStore {
  private readonly listeners = new Set<() => void>()
  private view: SessionView | undefined
  private following: Array<() => void> = []
  private signingIn = 0
  private isExpired = false
  private error: DriveError | undefined

  private constructor(private readonly drive: DriveClient) {}

  static of(drive: DriveClient): SessionStore {
    const store = stores.get(drive) ?? new SessionStore(drive)
    stores.set(drive, store)
    return store
  }

  readonly subscribe = (listener: () => void): () => void => {
    if (this.listeners.size === 0) this.follow()
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) { for (const off of this.following.splice(0)) off() }
    }
  }

  readonly read = (): SessionView => {
    const state = this.drive.session.state()
    const selected = this.drive.spaces.current()?.spaceId
    const status = this.signingIn > 0 ? "signingIn" : this.isExpired ? "expired" : statusOf(state, selected)
    const { error, isExpired, view } = this
    const isSame = view?.status === status && view.selected === selected && view.isExpired === isExpired &&
      view.error === error && view.state._tag === state._tag
    return isSame ? view : this.view = { status, state, selected, isExpired, error }
  }

  /** Signs in and selects a space; it continues when the component that asked is gone. */
  readonly signIn = async (credential: Credential, options: SignInOptions = {}): Promise<Space | undefined> => {
    this.signingIn++
    this.error = undefined
    this.tell()
    try {
      return await this.open(credential, options)
    } catch (cause) {
      if (isDriveError(cause)) this.error = cause
      throw cause
    } finally {
      this.signingIn--
      this.tell()
    }
  }

  private async open(credential: Credential, { spaceId, ...call }: SignInOptions): Promise<Space | undefined> {
    const { session, spaces } = this.drive
    if (typeof spaceId === "string") return session.initialise(credential, { ...call, spaceId })
    if (spaceId === undefined && spaces.current() === undefined) return session.initialise(credential, call)
    await session.login(credential, call)
    // another user has lost what was selected
    return spaceId === null ? spaces.current() : spaces.current() ?? session.initialise(credential, call)
  }

  private follow(): void {
    const { events } = this.drive
    const expired = (isRefused: boolean) => () => {
      // who is not signed in has no session that could expire
      this.isExpired = isRefused && this.drive.session.state()._tag !== "SignedOut"
      this.tell()
    }
    this.following = [
      events.on("TokenExpired", expired(true)),
      events.on("SignedIn", expired(false)),
      events.on("SignedOut", expired(false)),
      events.on("SpaceSelected", this.tell)
    ]
  }

  private readonly tell = (): void => {
    for (const listener of [...this.listeners]) listener()
  }
}
