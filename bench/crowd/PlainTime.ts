/**
 * Virtual time without fibers: what is due next is called next. Milliseconds from the start.
 */
interface Due {
  readonly at: number
  readonly order: number
  readonly call: () => void
}

const isBefore = (one: Due, other: Due): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

export class PlainTime {
  now = 0
  private readonly heap: Array<Due> = []
  private count = 0

  at(time: number, call: () => void): void {
    const due = { at: Math.max(time, this.now), order: this.count++, call }
    let place = this.heap.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = this.heap[parent]
      if (above === undefined || isBefore(above, due)) break
      this.heap[place] = above
      place = parent
    }
    this.heap[place] = due
  }

  /** Until nothing is due any more. */
  run(): void {
    for (let next = this.take(); next !== undefined; next = this.take()) {
      this.now = next.at
      next.call()
    }
  }

  private take(): Due | undefined {
    const first = this.heap[0]
    const last = this.heap.pop()
    if (first === undefined || last === undefined || this.heap.length === 0) return first
    let place = 0
    while (true) {
      const left = 2 * place + 1
      const [one, other] = [this.heap[left], this.heap[left + 1]]
      if (one === undefined) break
      const [child, below] = other !== undefined && isBefore(other, one) ? [left + 1, other] : [left, one]
      if (isBefore(last, below)) break
      this.heap[place] = below
      place = child
    }
    this.heap[place] = last
    return first
  }
}
