"use client"
/**
 * The session of the drive.
 *
 * @since 1.0.7
 */
import { useMemo, useSyncExternalStore } from "react"
import type { Space } from "../domain/Space.js"
import type { DriveClient } from "../promise/DriveClient.js"
import type { Credential } from "../services/Session.js"
import type { SessionView, SignInOptions } from "./SessionStore.js"
import { SessionStore, unknownSession } from "./SessionStore.js"
import { useDrive } from "./useDrive.js"

/**
 * The session, and how to sign in and out.
 *
 * @since 1.0.7
 * @category models
 */
export interface SessionHook extends SessionView {
  /** Signs in and selects a space, by default the first. It completes even if the component unmounts. */
  readonly signIn: (credential: Credential, options?: SignInOptions) => Promise<Space | undefined>
  /** Signs out: stops uploads and deletes all keys from memory. */
  readonly signOut: DriveClient["session"]["logout"]
}

/**
 * @since 1.0.7
 * @category hooks
 */
export const useSessionState = (): SessionView => {
  const store = SessionStore.of(useDrive())
  return useSyncExternalStore(store.subscribe, store.read, () => unknownSession)
}

/**
 * The state of the session, with functions to sign in and out.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useSession = (): SessionHook => {
  const drive = useDrive()
  const view = useSessionState()
  return useMemo(
    () => ({ ...view, signIn: SessionStore.of(drive).signIn, signOut: drive.session.logout }),
    [drive, view]
  )
}
