/**
 * Reads one body back, where nothing else tells whether the ETags are no digests or all bodies were damaged.
 */
import * as Effect from "effect/Effect"
import { IntegrityError } from "../../domain/errors/StorageErrors.js"
import type { PartRange } from "../../domain/UploadPlan.js"
import { Hasher } from "../../services/Hasher.js"
import type { DirectStore, StoredPart } from "../../services/PartStore.js"
import { TransferRuns } from "../../services/TransferRuns.js"
import { makeRequest } from "./makeRequest.js"
import { checkMd5, digestRange, hasOtherMd5 } from "./PartIntegrity.js"
import type { UploadContent } from "./UploadContent.js"

interface Body {
  readonly part: PartRange
  readonly stored: StoredPart
}

const sizeOf = ({ part }: Body): number => part.end - part.start

const md5Back = Effect.fnUntraced(function*(content: UploadContent, store: DirectStore["reading"], part: PartRange) {
  if (store === undefined) return undefined
  const hasher = yield* Hasher
  const call = { method: "GET", path: "object", limit: "complete" } as const
  const { readBack } = yield* (yield* TransferRuns).downloads.load()
  const bytes = yield* makeRequest(content, "finish", call, readBack(store, part, content.source.identity.name))
  // Bytes in memory do not change under the hasher.
  const { md5 } = yield* Effect.catchTag(hasher.digest(bytes, ["md5"]), "SourceChanged", Effect.die)
  return md5?.toLowerCase()
})

/**
 * Fails when a body that was taken in doubt is not the source's. The object is there by now.
 */
export const settleDoubts = Effect.fnUntraced(function*(
  content: UploadContent,
  store: Pick<DirectStore, "etags" | "reading">,
  bodies: ReadonlyArray<Body>
) {
  const { etags, reading } = store
  const [smallest, ...others] = bodies.filter(({ stored }) => stored.proof === undefined)
    .sort((one, other) => sizeOf(one) - sizeOf(other))
  if (content.comparesEtags !== true || etags === undefined || smallest === undefined) return
  const { part, stored } = smallest
  if (etags.kind === "doubted") {
    const digest = yield* digestRange(content.source, part, ["md5"])
    if (hasOtherMd5(digest, stored)) {
      const [expected, actual] = [digest.md5?.toLowerCase(), yield* md5Back(content, reading, part)]
      etags.kind = actual === expected ? "unprovable" : "unknown"
      if (actual === expected) return
      return yield* new IntegrityError({
        what: "md5",
        subject: `part ${part.number}`,
        expected: expected ?? "",
        actual: actual ?? ""
      })
    }
    etags.kind = "digests"
  }
  if (etags.kind !== "digests") return
  // They are digests after all, and what was taken without being one was damaged.
  yield* Effect.forEach([smallest, ...others], (body) => checkMd5(content.source, body.part, body.stored), {
    discard: true
  })
})
