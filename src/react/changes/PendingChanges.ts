/**
 * Changes that are on their way to the service, shown at once over what the service has said. What it says stays apart, so that a
 * change that is refused rolls back its own rows and no others.
 *
 * @since 1.0.7
 */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query"
import type { FilesChanged } from "../../services/DriveEvents.js"
import { patched, withRows } from "./rows.js"

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
  /** What the service has said, of the reads that pending changes touch. */
  private readonly said = new Map<string, unknown>()

  private constructor(private readonly client: QueryClient) {
    client.getQueryCache().subscribe((event) => {
      if (event.type === "removed") this.said.delete(event.query.queryHash)
      const isAnswer = event.type === "updated" && event.action.type === "success" && event.action.manual !== true
      if (!isAnswer || this.changes.size === 0) return
      this.said.set(event.query.queryHash, event.query.state.data)
      this.show(event.query)
    })
  }

  static of(client: QueryClient): PendingChanges {
    const known = ofClients.get(client) ?? new PendingChanges(client)
    ofClients.set(client, known)
    return known
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
    if (this.changes.size === 0) this.said.clear()
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
