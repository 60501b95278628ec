"use client"
/**
 * Whether the drive is online, as far as it knows.
 *
 * @since 1.0.7
 */
import { useCallback, useSyncExternalStore } from "react"
import type { NetworkState } from "../services/Network.js"
import { useDrive } from "./useDrive.js"

const unknown: NetworkState = { online: true, since: 0 }

/**
 * `{ online, since }`, `since` in epoch milliseconds. On the server: online.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useOnline = (): NetworkState => {
  const drive = useDrive()
  const subscribe = useCallback((listener: () => void) => drive.events.on("NetworkChanged", listener), [drive])
  return useSyncExternalStore(subscribe, () => drive.network.state(), () => unknown)
}
