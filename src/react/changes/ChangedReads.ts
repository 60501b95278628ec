/**
 * Reads again what the changes of a drive touch.
 *
 * @since 1.0.7
 */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query"
import type { FilesChanged } from "../../services/DriveEvents.js"
import { PendingChanges } from "./PendingChanges.js"
import { touchedBy } from "./touchedBy.js"

/** A thousand uploads that end one after the other read their folder again at most so often, in milliseconds. */
const pause = 300

/**
 * What the drive of that key has changed, for one client.
 *
 * @since 1.0.7
 * @category models
 */
export class ChangedReads {
  private gathered: Array<FilesChanged> = []
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Reads that were under way when a change came, before they had anything: what they bring may be from before it. */
  private readonly first = new Set<Query>()
  private readonly endListening: () => void

  constructor(private readonly ofDrive: QueryKey, private readonly client: QueryClient) {
    this.endListening = client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "success" || event.action.manual === true) return
      // what has just come is asked for once more
      if (this.first.delete(event.query)) {
        void client.invalidateQueries({ queryKey: event.query.queryKey, exact: true })
      }
    })
  }

  hear(event: FilesChanged): void {
    if (event.patch !== undefined) PendingChanges.of(this.client).patch(this.ofDrive, event)
    this.gathered.push(event)
    if (this.timer === undefined) this.flush()
  }

  end(): void {
    clearTimeout(this.timer)
    this.endListening()
  }

  private readonly flush = (): void => {
    const touched = this.gathered.splice(0).map((event) => touchedBy(this.ofDrive, event))
    this.timer = touched.length === 0 ? undefined : setTimeout(this.flush, pause)
    if (touched.length > 0) this.invalidate((query) => touched.some((isTouched) => isTouched(query)))
  }

  private invalidate(isTouched: (query: Query) => boolean): void {
    for (const query of this.client.getQueryCache().findAll({ predicate: isTouched })) {
      const isUnderway = query.state.fetchStatus !== "idle"
      if (isUnderway && query.state.data === undefined) this.first.add(query)
      else if (isUnderway && !query.isActive()) void query.cancel({ silent: true })
    }
    void this.client.invalidateQueries({ predicate: isTouched })
  }
}
