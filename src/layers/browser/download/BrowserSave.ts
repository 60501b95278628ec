/**
 * What the ways to save of a page share.
 */
import * as Effect from "effect/Effect"
import type { SaveFailed } from "../../../domain/errors/TransferErrors.js"
import type { TransportError } from "../../../domain/errors/TransportError.js"
import { joinBytes } from "../../../domain/joinBytes.js"
import { saveFailed } from "../../files/saveFailed.js"
import type { RunningSha1 } from "../../hash/OnePass.js"
import * as LazyDigests from "../../loading/LazyDigests.js"

/**
 * One call of the browser, whose failure is `SaveFailed`.
 */
export const attempt = <A>(target: string, run: () => Promise<A>): Effect.Effect<A, SaveFailed> =>
  Effect.tryPromise({ try: run, catch: saveFailed(target) })

/** A blob's address is needed until the browser has read it, and it does not say when that is. */
const addressLife = 600_000

const click = (link: { readonly href: string; readonly download?: string; readonly frame?: string }): void => {
  const anchor = document.createElement("a")
  anchor.href = link.href
  // With a name of its own a browser asks past the service worker.
  if (link.download !== undefined) anchor.download = link.download
  anchor.rel = "noopener"
  anchor.hidden = true
  if (link.frame !== undefined) anchor.target = link.frame
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}

/**
 * Hands a Blob to the browser's downloads, under this name. A Blob that a file backs is copied from there.
 */
export const saveBlob = (blob: Blob, name: string): void => {
  const href = URL.createObjectURL(blob)
  click({ href, download: name })
  setTimeout(() => URL.revokeObjectURL(href), addressLife)
}

/** The browser does not say when it has an answer; a frame that is gone before takes its download along. */
const frameLife = 600_000

/**
 * Leads a hidden frame to an address that answers with an attachment: should it answer with anything else, the page stays. A
 * frame of its own, because a second address would end the wait for the first.
 */
export const openLink = (href: string): void => {
  const frame = document.createElement("iframe")
  frame.name = `effect-drive-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`
  frame.hidden = true
  document.body.append(frame)
  click({ href, frame: frame.name })
  setTimeout(() => frame.remove(), frameLife)
}

/**
 * A digest of bytes that cannot be read back later; in plain JavaScript where a policy forbids WebAssembly.
 */
export const startSha1: Effect.Effect<RunningSha1, TransportError> = LazyDigests.sha1Wasm.load.pipe(
  Effect.flatMap(({ createSHA1 }) => Effect.tryPromise(() => createSHA1())),
  Effect.map((wasm): RunningSha1 => {
    const sha1 = wasm.init()
    return {
      update: (bytes) => {
        sha1.update(bytes)
      },
      soFar: () => sha1.digest(),
      digest: () => sha1.digest()
    }
  }),
  // Slower, and it works under any policy.
  Effect.catchAll(() => Effect.map(LazyDigests.plainSha1.load, ({ plainSha1 }) => plainSha1()))
)

/**
 * Chunks come from the network, so none of them is in shared memory.
 */
export const bytesOf = (chunks: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> =>
  joinBytes(chunks) as Uint8Array<ArrayBuffer>
