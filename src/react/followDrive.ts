/**
 * Keeps what was read from a drive true: its events say what has changed, whoever changed it.
 *
 * @since 1.0.7
 */
import type { Query, QueryClient } from "@tanstack/react-query"
import { onlineManager } from "@tanstack/react-query"
import type { DriveClient } from "../promise/DriveClient.js"
import type { FilesChanged } from "../services/DriveEvents.js"
import { PendingChanges } from "./PendingChanges.js"
import { queryKeys } from "./queryKeys.js"
import { touchedBy } from "./touchedBy.js"

/** A thousand uploads that end one after the other read their folder again at most so often, in milliseconds. */
const pause = 300

/** Reads that were under way when a change came, before they had anything: what they bring may be from before it. */
class Outdated {
  private readonly first = new Set<Query>()

  constructor(private readonly client: QueryClient) {}

  readonly invalidate = (isTouched: (query: Query) => boolean): void => {
    const { client } = this
    for (const query of client.getQueryCache().findAll({ predicate: isTouched })) {
      const isUnderway = query.state.fetchStatus !== "idle"
      if (isUnderway && query.state.data === undefined) this.first.add(query)
      else if (isUnderway && !query.isActive()) void query.cancel({ silent: true })
    }
    void client.invalidateQueries({ predicate: isTouched })
  }

  /** What has just come is asked for once more. */
  readonly arrived = (query: Query): void => {
    if (this.first.delete(query)) void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
}

const start = (drive: DriveClient, client: QueryClient): () => void => {
  const { all } = queryKeys(drive)
  const outdated = new Outdated(client)
  let gathered: Array<FilesChanged> = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    const events = gathered
    gathered = []
    if (events.length === 0) {
      timer = undefined
      return
    }
    timer = setTimeout(flush, pause)
    const touched = events.map((event) => touchedBy(drive.id, event))
    outdated.invalidate((query) => touched.some((isTouched) => isTouched(query)))
  }

  const pending = PendingChanges.of(client)
  const offs = [
    client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success" && event.action.manual !== true) {
        outdated.arrived(event.query)
      }
    }),
    drive.events.on("FilesChanged", (event) => {
      if (event.patch !== undefined) pending.patch(drive, event)
      gathered.push(event)
      if (timer === undefined) flush()
    }),
    // nobody sees what another user has read
    drive.events.on("SignedOut", () => client.removeQueries({ queryKey: all })),
    // what was refused for want of a session is asked again
    drive.events.on("SignedIn", () => void client.invalidateQueries({ queryKey: all })),
    drive.events.on("NetworkChanged", ({ online }) => {
      if (online) void client.invalidateQueries({ queryKey: all, predicate: ({ state }) => state.status === "error" })
    })
  ]
  return () => {
    clearTimeout(timer)
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
 * TanStack Query waits while it believes to be offline; it is told what the drive believes. Returns the function that ends it.
 *
 * @since 1.0.7
 * @category constructors
 */
export const tellNetwork = (drive: DriveClient): () => void => {
  onlineManager.setOnline(drive.network.state().online)
  return drive.events.on("NetworkChanged", ({ online }) => onlineManager.setOnline(online))
}
