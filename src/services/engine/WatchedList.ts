/**
 * A list of transfers that others watch: as a whole, for what is on it, and each by itself. Plain and synchronous.
 */

/**
 * What such a list needs of what is on it.
 */
export interface Watched {
  readonly id: string
  listeners: Set<() => void> | undefined
}

export class WatchedList<Entry extends Watched> {
  private readonly entries = new Map<string, Entry>()
  private readonly listListeners = new Set<() => void>()
  private ids: ReadonlyArray<Entry["id"]> | undefined
  /** Entries whose counts moved since the last tick. */
  readonly dirty = new Set<Entry>()

  /**
   * `onDirty` wakes the ticker; `onDefect` is told of a listener that throws, which must not keep others from hearing.
   */
  constructor(private readonly onDirty: () => void, private readonly onDefect: (cause: unknown) => void) {}

  add(entry: Entry): void {
    this.entries.set(entry.id, entry)
    this.listChanged()
  }

  remove(entry: Entry): void {
    this.dirty.delete(entry)
    if (this.entries.delete(entry.id)) this.listChanged()
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

  /** Its counts have moved; the ticker shows it. */
  touch(entry: Entry): void {
    this.dirty.add(entry)
    this.onDirty()
  }

  subscribe(listener: () => void, id?: string): () => void {
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

  /** It is shown as it is now. */
  protected shown(entry: Entry): void {
    this.dirty.delete(entry)
    if (entry.listeners !== undefined) this.tell(entry.listeners)
  }

  private listChanged(): void {
    this.ids = undefined
    this.tell(this.listListeners)
  }

  private tell(listeners: Set<() => void>): void {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (cause) {
        this.onDefect(cause)
      }
    }
  }
}
