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

/** Whose reads a client holds, by the id of the drive: a later drive of that id may be another user's. */
const readers = new WeakMap<QueryClient, Readonly<Record<string, string | undefined>>>()

const userOf = (drive: DriveClient): string | undefined => {
  const state = drive.session.state()
  return "wsid" in state ? state.wsid : undefined
}

const remember = (drive: DriveClient, client: QueryClient) =>
  readers.set(client, { ...readers.get(client), [drive.id]: userOf(drive) })

/** Nobody sees what another user has read, or changed: answers and errors name files, and links are secrets. */
const forget = (drive: DriveClient, client: QueryClient): void => {
  const { all } = queryKeys(drive)
  const changes = client.getMutationCache()
  for (const change of changes.findAll({ mutationKey: all })) {
    if (change.state.status !== "pending") changes.remove(change)
  }
  const cache = client.getQueryCache()
  for (const query of cache.findAll({ queryKey: all })) {
    // a component would go on showing what was removed, and never ask again
    if (query.getObserversCount() > 0) query.reset()
    else cache.remove(query)
  }
  remember(drive, client)
}

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
    on("SignedOut", () => forget(drive, client)),
    on("SignedIn", () => {
      remember(drive, client)
      // what was refused for want of a session is asked again
      void client.invalidateQueries({ queryKey: all })
    }),
    on("NetworkChanged", ({ online }) => {
      if (online) void client.invalidateQueries({ queryKey: all, predicate: ({ state }) => state.status === "error" })
    }),
    () => {
      isOver = true
      reads?.end()
    }
  ]
  remember(drive, client)
  return () => {
    for (const off of offs) off()
    // what changes from now on is not heard of
    void client.invalidateQueries({ queryKey: all, refetchType: "none" })
  }
}

const followed = new WeakMap<DriveClient, Map<QueryClient, { holders: number; readonly end: () => void }>>()

/**
 * Forgets what another user has read while nobody followed the drive, or from an earlier drive of its id. Called before a component
 * shows it. Nothing is asked of a drive whose id is new to the client, so that a server builds none.
 *
 * @since 1.0.7
 * @category combinators
 */
export const forgetOthers = (drive: DriveClient, client: QueryClient): void => {
  if (followed.get(drive)?.has(client)) return
  const before = readers.get(client)?.[drive.id]
  if (before !== undefined && before !== userOf(drive)) forget(drive, client)
}

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
  // StrictMode, and a tree that moves, come back at once
  return () =>
    void setTimeout(() => {
      if (--known.holders > 0) return
      clients.delete(client)
      known.end()
    })
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
