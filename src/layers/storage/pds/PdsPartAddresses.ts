/**
 * The addresses of parts: asked for in small windows, used while they live, forgotten with their upload.
 *
 * Each lives 15 minutes from when it was given, so that asking for all parts of a large file at once would be in vain.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expiryOfSignedUrl } from "../../../domain/SignedUrl.js"
import type { SignedAddress } from "../../../services/Transport.js"
import type { PartInfo } from "./PdsUploadWire.js"

/** Parts whose addresses are asked for in one call. */
const windowSize = 8

/** The life of an address that does not say when it ends. */
const defaultLife = 15 * 60_000

/** With less life left, a slow connection would meet the end. */
const leastLife = 60_000

/** Uploads whose addresses are kept; those of more would be too old when their turn comes. */
const mostUploads = 64

/** One that is over as it comes means that this clock is ahead: the storage decides then. */
const endOf = (url: string, now: number): number => {
  const end = expiryOfSignedUrl(url) ?? 0
  return end > now ? end : now + defaultLife
}

/**
 * The numbers of the window that begins with this part.
 */
export const windowFrom = (first: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(1, Math.min(windowSize, count - first + 1)) }, (_, index) => first + index)

export class PdsPartAddresses {
  private readonly uploads = new Map<string, Map<number, SignedAddress>>()
  private readonly turns = new Map<string, { readonly semaphore: Effect.Semaphore; waiting: number }>()

  /** Runs the effect when no other of this upload runs. */
  oneAtATime<A, E, R>(uploadId: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const turn = this.turns.get(uploadId) ?? { semaphore: Effect.unsafeMakeSemaphore(1), waiting: 0 }
        turn.waiting++
        this.turns.set(uploadId, turn)
        return turn
      }),
      ({ semaphore }) => semaphore.withPermits(1)(effect),
      (turn) =>
        Effect.sync(() => {
          if (--turn.waiting === 0) this.turns.delete(uploadId)
        })
    )
  }

  /** Keeps what an answer of `now` (epoch milliseconds) gave. */
  keep(uploadId: string, parts: ReadonlyArray<PartInfo>, now: number): void {
    const known = this.uploads.get(uploadId) ?? new Map<number, SignedAddress>()
    for (const { content_type, part_number, upload_url } of parts) {
      if (!upload_url) continue
      known.set(part_number, {
        url: Redacted.make(upload_url),
        // It is signed: exactly this one, or none.
        headers: content_type ? { "content-type": content_type } : {},
        credentialVersion: 0,
        expiresAt: endOf(upload_url, now)
      })
    }
    this.uploads.delete(uploadId)
    this.uploads.set(uploadId, known)
    const [oldest] = this.uploads.keys()
    if (this.uploads.size > mostUploads && oldest !== undefined) this.uploads.delete(oldest)
  }

  /** The address of a part, if one is known that lives long enough. */
  get(uploadId: string, number: number, now: number): SignedAddress | undefined {
    const address = this.uploads.get(uploadId)?.get(number)
    return address !== undefined && address.expiresAt - now >= leastLife ? address : undefined
  }

  /** One that was just given, however short its life is. */
  newest(uploadId: string, number: number): SignedAddress | undefined {
    return this.uploads.get(uploadId)?.get(number)
  }

  forget(uploadId: string): void {
    this.uploads.delete(uploadId)
  }
}
