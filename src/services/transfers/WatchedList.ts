/**
 * A list of transfers that others watch: as a whole, for what is on it, and each by itself. Plain and synchronous, but for changes of
 * the list that follow each other in one step of the program.
 */

import { checkListener } from "../checkListener.js"

/**
 * What the list needs of an entry.
 */
export interface Watched {
  readonly id: string
  listeners: Set<() => void> | undefined
}

export class WatchedList<Entry extends Watched> {
  private readonly entries = new Map<string, Entry>()
  private readonly listListeners = new Set<() => void>()
  private ids: ReadonlyArray<Entry["id"]> | undefined
  /** Listeners have been called in this step of the program; `true` once it has changed again. */
  private changedAgain: boolean | undefined
  /** Entries whose counts moved since the last tick. */
  readonly dirty = new Set<Entry>()

  /**
   * `onDirty` wakes the ticker; `onDefect` hears of a listener that throws, which must not keep others from hearing.
   */
  constructor(private readonly onDirty: () => void, private readonly onDefect: (cause: unknown) => void) {}

  add(entry: Entry): void {
    this.entries.set(entry.id, entry)
    this.listChanged()
  }

  remove(entry: Entry): void {
    this.dirty.delete(entry)
    if (!this.entries.delete(entry.id)) return
    this.listChanged()
    this.shown(entry)
  }

  get(id: string): Entry | undefined {
    return this.entries.get(id)
  }

  all(): ReadonlyArray<Entry> {
    return [...this.entries.values()]
  }

  /** The same array until something comes or goes. */
  list(): ReadonlyArray<Entry["id"]> {
    return this.ids ??= this.all().map((entry) => entry.id)
  }

  /** Marks the entry, because its counts have moved; the ticker shows it. */
  touch(entry: Entry): void {
    this.dirty.add(entry)
    this.onDirty()
  }

  subscribe(listener: () => void, id?: string): () => void {
    checkListener(listener)
    const entry = id === undefined ? undefined : this.get(id)
    if (id !== undefined && entry === undefined) return () => {}
    const listeners = entry === undefined ? this.listListeners : entry.listeners ??= new Set()
    // Wrapped, so that one function may listen twice.
    const own = () => listener()
    listeners.add(own)
    return () => {
      listeners.delete(own)
    }
  }

  /** Tells those who watch the entry that its snapshot has changed. */
  protected shown(entry: Entry): void {
    this.dirty.delete(entry)
    if (entry.listeners !== undefined) this.tell(entry.listeners)
  }

  /**
   * The first change is reported at once, what follows in the same step together: each listener reads a list as long as it is, and a
   * page may start ten thousand transfers in one loop.
   */
  private listChanged(): void {
    this.ids = undefined
    this.tellList()
  }

  /** Tells those who watch the whole: something came, went or has ended. */
  protected tellList(): void {
    if (this.changedAgain !== undefined) {
      this.changedAgain = true
      return
    }
    this.changedAgain = false
    queueMicrotask(() => {
      const again = this.changedAgain
      this.changedAgain = undefined
      if (again === true) this.tellList()
    })
    this.tell(this.listListeners)
  }

  /** Those who come in the meantime hear of the next change. A copy would be made some ten times for each small file. */
  protected tell(listeners: Set<() => void>): void {
    let left = listeners.size
    for (const listener of listeners) {
      if (left-- === 0) return
      try {
        listener()
      } catch (cause) {
        this.onDefect(cause)
      }
    }
  }
}
