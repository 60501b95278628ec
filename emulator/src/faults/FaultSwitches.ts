/**
 * Faults that last until somebody switches them off, beside the scripts whose faults hit so many times.
 */
import * as Effect from "effect/Effect"
import type { FaultAction, FaultRequest, FaultScript } from "../../../src/testing/FaultScript.js"
import { BlobNoSpace } from "../blobs/BlobErrors.js"
import type { BlobStore, Bucket } from "../blobs/BlobStore.js"

/** `reset` hits each tenth request to a storage, `lost` and `expired` each fifth, `slow` all of them together. */
export const switchNames = ["offline", "slow", "reset", "lost", "expired", "full"] as const

export type SwitchName = (typeof switchNames)[number]

export type Switches = Readonly<Record<SwitchName, boolean>>

export const allOff: Switches = {
  offline: false,
  slow: false,
  reset: false,
  lost: false,
  expired: false,
  full: false
}

/** Bytes per second of a slow line. */
export const slowSpeed = 262_144

const resetsEach = 10
const losesEach = 5
const expiresEach = 5

/** A connection breaks in the middle of a body. */
const resetsAfter = 65_536

/**
 * The switches, and what they do to requests.
 */
export interface FaultSwitches {
  readonly read: () => Switches
  /** What is left out stays as it is. */
  readonly set: (changed: { readonly [name in SwitchName]?: boolean | undefined }) => void
  readonly script: FaultScript
}

/**
 * Switches in front of a script: what they leave alone is the script's.
 */
export const make = (script: FaultScript): FaultSwitches => {
  let switches = allOff
  let requests = 0
  const action = ({ target }: FaultRequest): FaultAction | undefined => {
    if (switches.offline) return { _tag: "reset" }
    if (target === "api") return undefined
    requests++
    if (switches.reset && requests % resetsEach === 3) return { _tag: "reset", afterBytes: resetsAfter }
    if (switches.expired && requests % expiresEach === 2) return { _tag: "expire" }
    if (switches.lost && requests % losesEach === 4) return { _tag: "dropReply" }
    return undefined
  }
  return {
    read: () => switches,
    set: (changed) => {
      const next: Record<SwitchName, boolean> = { ...switches }
      for (const name of switchNames) next[name] = changed[name] ?? next[name]
      switches = next
    },
    script: { ...script, next: (request) => action(request) ?? script.next(request) }
  }
}

const fillableBucket = (bucket: Bucket, isFull: () => boolean): Bucket => ({
  ...bucket,
  put: (options) => isFull() ? Effect.fail(new BlobNoSpace()) : bucket.put(options),
  putPart: (options) => isFull() ? Effect.fail(new BlobNoSpace()) : bucket.putPart(options)
})

/**
 * The same store, on a disk that is full whenever `isFull` says so.
 */
export const fillable = (blobs: BlobStore.Service, isFull: () => boolean): BlobStore.Service => ({
  ...blobs,
  bucket: (name) => Effect.map(blobs.bucket(name), (bucket) => fillableBucket(bucket, isFull)),
  makeBucket: (name) => Effect.map(blobs.makeBucket(name), (bucket) => fillableBucket(bucket, isFull)),
  buckets: Effect.map(blobs.buckets, (buckets) => buckets.map((bucket) => fillableBucket(bucket, isFull)))
})
