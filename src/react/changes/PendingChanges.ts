/**
 * Changes that are on their way to the service, shown at once over what the service has said. What it says stays apart, so that a
 * change that is refused rolls back its own rows and no others.
 *
 * @since 1.0.7
 */
import type { Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from "@tanstack/react-query"
import type { FilesChanged } from "../../services/DriveEvents.js"
import { grown, patched, withRows } from "./rows.js"

/**
 * What a change makes of what was read under a key; the very same data where it touches nothing.
 *
 * @since 1.0.7
 * @category models
 */
export type RowChange = (key: QueryKey, data: unknown) => unknown

const ofClients = new WeakMap<QueryClient, PendingChanges>()

/**
 * @since 1.0.7
 * @category models
 */
export class PendingChanges {
  private readonly changes = new Set<RowChange>()
  /** What the service has said, of the reads that pending changes touch, and of those for which one more page is under way. */
  private readonly said = new Map<string, unknown>()

  private constructor(private readonly client: QueryClient) {
    client.getQueryCache().subscribe((event) => this.hear(event))
  }

  static of(client: QueryClient): PendingChanges {
    const known = ofClients.get(client) ?? new PendingChanges(client)
    ofClients.set(client, known)
    return known
  }

  private hear(event: QueryCacheNotifyEvent): void {
    const { query, type } = event
    const { queryHash, state } = query
    if (type === "removed") this.said.delete(queryHash)
    if (type !== "updated") return
    const { action } = event
    const more = state.fetchMeta?.fetchMore?.direction
    if (action.type === "fetch" && more !== undefined && state.data !== undefined) {
      // its answer brings the pages that are shown now, though a change of them may have ended by then
      this.said.set(queryHash, this.saidOf(query))
    } else if (action.type === "success" && action.manual !== true) {
      if (this.changes.size === 0 && !this.said.has(queryHash)) return
      this.said.set(queryHash, more === undefined ? state.data : grown(this.saidOf(query), state.data, more))
      this.show(query)
      this.forget()
    } else if (action.type === "error" || action.type === "setState") this.forget()
  }

  /** Shows the change until the returned function is called: with what has become of it, or with nothing when it was refused. */
  begin(ofDrive: QueryKey, change: RowChange): (done: RowChange | undefined) => void {
    this.changes.add(change)
    this.showAll(ofDrive)
    return (done) => {
      this.changes.delete(change)
      if (done !== undefined) this.settle(ofDrive, done)
      this.showAll(ofDrive)
    }
  }

  /** What a change says of its files is true from now on. */
  patch(ofDrive: QueryKey, { fileIds, assetIds, patch = {}, spaceId }: FilesChanged): void {
    const [files, assets] = [new Set(fileIds), new Set(assetIds)]
    this.settle(ofDrive, ([, , space, kind, about], data) => {
      if (space !== spaceId) return data
      if (kind === "file" && files.has(String(about)) && typeof data === "object") return { ...data, ...patch }
      if (kind === "asset" && assets.has(String(about)) && typeof data === "object") return { ...data, ...patch }
      if (kind === "files") return withRows(data, patched(files, "fileId", patch))
      return kind === "assets" ? withRows(data, patched(assets, "assetId", patch)) : data
    })
    this.showAll(ofDrive)
  }

  private settle(ofDrive: QueryKey, done: RowChange): void {
    for (const query of this.queries(ofDrive)) {
      const before = this.saidOf(query)
      const after = done(query.queryKey, before)
      if (after !== before) this.said.set(query.queryHash, after)
    }
  }

  private queries(ofDrive: QueryKey): ReadonlyArray<Query> {
    return this.client.getQueryCache().findAll({ queryKey: ofDrive }).filter(({ state }) => state.data !== undefined)
  }

  private saidOf(query: Query): unknown {
    return this.said.has(query.queryHash) ? this.said.get(query.queryHash) : query.state.data
  }

  private showAll(ofDrive: QueryKey): void {
    for (const query of this.queries(ofDrive)) this.show(query)
    this.forget()
  }

  /** Where nothing is pending, what is shown is what was said. A page that is under way may still bring what was shown before. */
  private forget(): void {
    if (this.changes.size > 0) return
    for (const queryHash of this.said.keys()) {
      const state = this.client.getQueryCache().get(queryHash)?.state
      if (state?.fetchMeta?.fetchMore === undefined || state.fetchStatus === "idle") this.said.delete(queryHash)
    }
  }

  private show(query: Query): void {
    const said = this.saidOf(query)
    let data = said
    for (const change of this.changes) data = change(query.queryKey, data)
    if (data !== said) this.said.set(query.queryHash, said)
    if (data === query.state.data) return
    const { dataUpdatedAt, isInvalidated } = query.state
    query.setData(data, { manual: true, updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}
