/**
 * Uploads that wait to be started: higher priorities first, then in the order they came.
 */
import type { UploadEntry } from "./UploadEntry.js"

export class UploadQueue {
  private readonly lines = new Map<number, Set<UploadEntry>>()

  size = 0

  push(entry: UploadEntry): void {
    const priority = entry.request.priority ?? 0
    const line = this.lines.get(priority) ?? new Set()
    this.lines.set(priority, line)
    if (!line.has(entry)) this.size++
    line.add(entry)
  }

  /** Whether it was queued. */
  remove(entry: UploadEntry): boolean {
    const priority = entry.request.priority ?? 0
    const line = this.lines.get(priority)
    if (!line?.delete(entry)) return false
    this.size--
    if (line.size === 0) this.lines.delete(priority)
    return true
  }

  shift(): UploadEntry | undefined {
    // Each upload may have a priority of its own, and no call takes so many arguments.
    let highest = -Infinity
    for (const priority of this.lines.keys()) highest = Math.max(highest, priority)
    const first = this.lines.get(highest)?.values().next().value
    if (first !== undefined) this.remove(first)
    return first
  }
}
