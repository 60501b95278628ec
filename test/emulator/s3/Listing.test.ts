import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { deepStrictEqual, ok } from "node:assert"
import * as BlobStoreMemory from "../../../src/emulator/blobs/BlobStoreMemory.js"
import * as Listing from "../../../src/emulator/s3/Listing.js"
import { text } from "../blobs/blobStoreContract.js"

const name = fc.stringMatching(/^[ab/!é]{1,6}$/)

const byBytes = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right))

describe("Listing", () => {
  it("tells every key or its common prefix once, whatever the page size", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { maxLength: 30 }),
        fc.constantFrom("", "a", "a/", "/"),
        fc.constantFrom("", "/", "!"),
        fc.integer({ min: 1, max: 5 }),
        (keys, prefix, delimiter, limit) =>
          Effect.runPromise(Effect.gen(function*() {
            const bucket = yield* BlobStoreMemory.make().makeBucket("b")
            for (const key of keys) yield* bucket.put({ key, body: text("") })
            const found: Array<string> = []
            let after: string | undefined
            do {
              const page: Listing.Listing = yield* Listing.list(bucket, { prefix, delimiter, after, limit })
              ok(page.objects.length + page.prefixes.length <= limit)
              ok(page.next === undefined || page.objects.length + page.prefixes.length === limit)
              found.push(...[...page.objects.map((blob) => blob.key), ...page.prefixes].sort(byBytes))
              after = page.next
            } while (after !== undefined)
            const expected = new Set(
              keys.filter((key) => key.startsWith(prefix)).map((key) => {
                const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length)
                return end < 0 ? key : key.slice(0, end + delimiter.length)
              })
            )
            deepStrictEqual(found, Array.from(expected).sort(byBytes))
          }))
      ),
      { numRuns: 300 }
    ))
})
