/**
 * Looks at a drive while somebody is shown it, and reads it ten times a second while something changes.
 */
import type { DriveClient } from "../promise/DriveClient.js"
import type { Attached } from "./model/attach.js"
import { attach } from "./model/attach.js"
import type { View } from "./model/readView.js"
import { readView } from "./model/readView.js"

const readEvery = 100

/** When nothing is under way only the times of credentials change. */
const restsFor = 10

/** The line of throughput falls to nothing after the last byte. */
const settles = 2000

export class ViewStore {
  attached: Attached | undefined
  private view: View | undefined
  private wanted: string | undefined
  private isFrozen = false
  private lastEvent: number | undefined
  private rested = 0

  constructor(private readonly drive: DriveClient) {}

  readonly read = (): View | undefined => this.view

  readonly subscribe = (listener: () => void): () => void => {
    const [attached, leave] = attach(this.drive)
    this.attached = attached
    const show = () => {
      this.view = readView(attached, this.wanted)
      listener()
    }
    show()
    const timer = setInterval(() => this.isDue(attached) && show(), readEvery)
    return () => {
      clearInterval(timer)
      this.attached = undefined
      leave()
    }
  }

  /** Which upload's parts are shown from now on. */
  choose(owner: string): void {
    this.wanted = owner
    this.rested = restsFor
  }

  freeze(isFrozen: boolean): void {
    this.isFrozen = isFrozen
    this.rested = restsFor
  }

  private isDue({ recorder }: Attached): boolean {
    if (this.isFrozen) return false
    const { events, open, quietSince } = recorder
    const isBusy = open.size > 0 || (quietSince !== undefined && recorder.now() - quietSince < settles)
    const event = events[0]?.id
    if (!isBusy && event === this.lastEvent && ++this.rested < restsFor) return false
    this.rested = 0
    this.lastEvent = event
    return true
  }
}
