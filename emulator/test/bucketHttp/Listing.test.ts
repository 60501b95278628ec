import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { deepStrictEqual, ok } from "node:assert"
import * as BlobStoreMemory from "../../src/blobs/BlobStoreMemory.js"
import * as Listing from "../../src/bucketHttp/Listing.js"
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

  it("continues after the marker that clients are told, which is a key or a common prefix", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { maxLength: 30 }),
        fc.constantFrom("", "a", "a/"),
        fc.integer({ min: 1, max: 5 }),
        (keys, prefix, limit) =>
          Effect.runPromise(Effect.gen(function*() {
            const bucket = yield* BlobStoreMemory.make().makeBucket("b")
            for (const key of keys) yield* bucket.put({ key, body: text("") })
            const grouping = { prefix, delimiter: "/" }
            const all = yield* Listing.list(bucket, { ...grouping, limit: 1000 })
            const told = [...all.objects.map((blob) => blob.key), ...all.prefixes].sort(byBytes)
            const found: Array<string> = []
            let marker: string | undefined
            do {
              const after: string | undefined = marker === undefined
                ? undefined
                : Listing.afterMarker(marker, grouping)
              const page: Listing.Listing = yield* Listing.list(bucket, { ...grouping, after, limit })
              const names = [...page.objects.map((blob) => blob.key), ...page.prefixes].sort(byBytes)
              found.push(...names)
              marker = page.next === undefined ? undefined : Listing.markerOf(page.next, grouping)
              ok(marker === undefined || marker === names.at(-1))
            } while (marker !== undefined)
            deepStrictEqual(found, told)
          }))
      ),
      { numRuns: 300 }
    ))
})
