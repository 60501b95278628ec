/**
 * Keeps what was read from a drive true: its events say what has changed, whoever changed it.
 *
 * @since 1.0.7
 */
import type { QueryClient } from "@tanstack/react-query"
import { onlineManager } from "@tanstack/react-query"
import type { DriveClient } from "../promise/DriveClient.js"
import type { FilesChanged } from "../services/DriveEvents.js"
import type { ChangedReads } from "./changes/ChangedReads.js"
import { loadChanges } from "./loading/loadChanges.js"
import { queryKeys } from "./queryKeys.js"

const start = (drive: DriveClient, client: QueryClient): () => void => {
  const { all } = queryKeys(drive)
  const { on } = drive.events
  let reads: ChangedReads | undefined
  let isOver = false

  const hear = (event: FilesChanged) =>
    loadChanges().then(
      (code) => {
        if (!isOver) (reads ??= new code.ChangedReads(all, client)).hear(event)
      },
      // without the code nobody knows which reads are touched
      () => client.invalidateQueries({ queryKey: queryKeys(drive, event.spaceId).inSpace })
    )

  const offs = [
    on("FilesChanged", (event) => void hear(event)),
    // nobody sees what another user has read
    on("SignedOut", () => client.removeQueries({ queryKey: all })),
    // what was refused for want of a session is asked again
    on("SignedIn", () => void client.invalidateQueries({ queryKey: all })),
    on("NetworkChanged", ({ online }) => {
      if (online) void client.invalidateQueries({ queryKey: all, predicate: ({ state }) => state.status === "error" })
    }),
    () => {
      isOver = true
      reads?.end()
    }
  ]
  return () => {
    for (const off of offs) off()
  }
}

const followed = new WeakMap<DriveClient, Map<QueryClient, { holders: number; readonly end: () => void }>>()

/**
 * Once for each drive and client, however many providers there are. Returns the function that ends it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const followDrive = (drive: DriveClient, client: QueryClient): () => void => {
  const clients = followed.get(drive) ?? new Map<QueryClient, { holders: number; readonly end: () => void }>()
  followed.set(drive, clients)
  const known = clients.get(client) ?? { holders: 0, end: start(drive, client) }
  clients.set(client, known)
  known.holders++
  return () => {
    if (--known.holders > 0) return
    clients.delete(client)
    known.end()
  }
}

/**
 * TanStack Query waits while it believes to be offline; it gets the drive's opinion. Returns the function that ends it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const tellNetwork = (drive: DriveClient): () => void => {
  onlineManager.setOnline(drive.network.state().online)
  return drive.events.on("NetworkChanged", ({ online }) => onlineManager.setOnline(online))
}
