/**
 * Listings of objects and of open uploads: markers of one's own, groups, spellings.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { withEndpoint } from "./asking.js"
import { layer } from "./endpoint.js"

type Query = ReadonlyArray<readonly [string, string]>

const namesIn = (text: string) => ({
  keys: [...text.matchAll(/<(?:Contents|Upload)><Key>([^<]*)</g)].map(([, key]) => key),
  prefixes: [...text.matchAll(/<CommonPrefixes><Prefix>([^<]*)</g)].map(([, prefix]) => prefix)
})

const listing = Effect.gen(function*() {
  const endpoint = yield* withEndpoint
  const list = (...query: Query) => endpoint.ask({ method: "GET", query })
  const names = (...query: Query) => Effect.map(list(...query), ({ text }) => namesIn(text))
  return { ...endpoint, list, names }
})

describe("listings of objects", () => {
  it.effect("continue after a marker, be it a key, no key at all or a group", () =>
    Effect.gen(function*() {
      const { ask, list, names } = yield* listing
      for (const key of ["a", "b/1", "b/2", "b0", "c/d/1", "c/e"]) yield* ask({ method: "PUT", key, body: key })
      assert.deepEqual(yield* names(["marker", "b/1"]), { keys: ["b/2", "b0", "c/d/1", "c/e"], prefixes: [] })
      assert.deepEqual(yield* names(["marker", "b/11"]), { keys: ["b/2", "b0", "c/d/1", "c/e"], prefixes: [] })
      const slash = ["delimiter", "/"] as const
      assert.deepEqual(yield* names(slash, ["marker", "b/"]), { keys: ["b0"], prefixes: ["c/"] })
      assert.deepEqual(yield* names(slash, ["marker", "b/1"]), { keys: ["b0"], prefixes: ["b/", "c/"] })
      assert.deepEqual(yield* names(slash, ["prefix", "c/"], ["marker", "c/"]), { keys: ["c/e"], prefixes: ["c/d/"] })
      assert.deepEqual(yield* names(slash, ["prefix", "c/"], ["marker", "c/d/"]), { keys: ["c/e"], prefixes: [] })
      const page = yield* list(slash, ["max-keys", "2"])
      assert.deepEqual(namesIn(page.text), { keys: ["a"], prefixes: ["b/"] })
      assert.deepEqual([page.field("IsTruncated"), page.field("NextMarker")], ["true", "b/"])
      assert.deepEqual(yield* names(slash, ["marker", "b/"], ["max-keys", "9"]), { keys: ["b0"], prefixes: ["c/"] })
    }).pipe(Effect.provide(layer)))

  it.effect("have 100 keys a page, name owners on request in version 2, and spell names for a URL", () =>
    Effect.gen(function*() {
      const { ask, list } = yield* listing
      for (let at = 0; at <= 100; at++) yield* ask({ method: "PUT", key: `k${String(at).padStart(3, "0")}`, body: "" })
      const page = yield* list()
      assert.deepEqual([page.field("MaxKeys"), page.field("IsTruncated"), page.field("NextMarker")], [
        "100",
        "true",
        "k099"
      ])
      assert.include(page.text, "<Owner>")
      const second = yield* list(["list-type", "2"], ["start-after", "k098"])
      assert.deepEqual([namesIn(second.text).keys, second.field("KeyCount"), second.field("StartAfter")], [
        ["k099", "k100"],
        "2",
        "k098"
      ])
      assert.notInclude(second.text, "<Owner>")
      assert.include((yield* list(["list-type", "2"], ["fetch-owner", "true"])).text, "<Owner>")
      yield* ask({ method: "PUT", key: "z &\u0001", body: "" })
      const spelled = yield* list(["prefix", "z &"], ["encoding-type", "url"])
      assert.deepEqual([spelled.field("EncodingType"), spelled.field("Prefix"), namesIn(spelled.text).keys], [
        "url",
        "z%20%26",
        ["z%20%26%01"]
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("tell of restores", () =>
    Effect.gen(function*() {
      const { ask, list } = yield* listing
      yield* ask({ method: "PUT", key: "cold", body: "x", headers: { "x-oss-storage-class": "DeepColdArchive" } })
      assert.isUndefined((yield* list()).field("RestoreInfo"))
      yield* ask({ method: "POST", key: "cold", query: [["restore", ""]] })
      assert.strictEqual((yield* list()).field("RestoreInfo"), "ongoing-request=&quot;true&quot;")
      yield* TestClock.adjust("10 minutes")
      assert.match((yield* list()).field("RestoreInfo") ?? "", /false&quot;, expiry-date=&quot;Sun, 22 Nov 2026/)
      // Stored anew it is archived again.
      yield* ask({ method: "PUT", key: "cold", body: "x", headers: { "x-oss-storage-class": "DeepColdArchive" } })
      assert.isUndefined((yield* list()).field("RestoreInfo"))
      assert.strictEqual((yield* ask({ method: "GET", key: "cold" })).code, "InvalidObjectState")
    }).pipe(Effect.provide(layer)))
})

describe("listings of open uploads", () => {
  it.effect("continue where they were, even when what they showed has been aborted meanwhile", () =>
    Effect.gen(function*() {
      const { ask, list } = yield* listing
      const begun = yield* Effect.forEach(
        ["a", "b", "b", "b", "b", "c"],
        (key) => Effect.map(ask({ method: "POST", key, query: [["uploads", ""]] }), (one) => one.field("UploadId"))
      )
      const seen: Array<string | undefined> = []
      let marker: Query = []
      for (let more = true; more;) {
        const page = yield* list(["uploads", ""], ["max-uploads", "2"], ...marker)
        for (
          const [, key = "", uploadId = ""] of page.text.matchAll(/<Upload><Key>([^<]*)<\/Key><UploadId>([^<]*)</g)
        ) {
          seen.push(uploadId)
          yield* ask({ method: "DELETE", key, query: [["uploadId", uploadId]] })
        }
        marker = [
          ["key-marker", page.field("NextKeyMarker") ?? ""],
          ["upload-id-marker", page.field("NextUploadIdMarker") ?? ""]
        ]
        more = page.field("IsTruncated") === "true"
      }
      assert.sameMembers(seen, begun)
      assert.strictEqual(seen.length, 6)
    }).pipe(Effect.provide(layer)))

  it.effect("are grouped by a delimiter, and continue after a group; without an id a marker leaves its key behind", () =>
    Effect.gen(function*() {
      const { ask, list, names } = yield* listing
      for (const key of ["a", "a", "b/1", "b/2", "c &", "other"]) {
        yield* ask({ method: "POST", key, query: [["uploads", ""]] })
      }
      const all = ["uploads", ""] as const
      assert.deepEqual(yield* names(all, ["prefix", "b/"]), { keys: ["b/1", "b/2"], prefixes: [] })
      assert.deepEqual(yield* names(all, ["delimiter", "/"]), {
        keys: ["a", "a", "c &amp;", "other"],
        prefixes: ["b/"]
      })
      const page = yield* list(all, ["delimiter", "/"], ["max-uploads", "3"])
      assert.deepEqual(namesIn(page.text), { keys: ["a", "a"], prefixes: ["b/"] })
      assert.deepEqual(
        ["Delimiter", "NextKeyMarker", "NextUploadIdMarker", "IsTruncated"].map(page.field),
        ["/", "b/", "", "true"]
      )
      assert.deepEqual(yield* names(all, ["delimiter", "/"], ["key-marker", "b/"]), {
        keys: ["c &amp;", "other"],
        prefixes: []
      })
      assert.deepEqual((yield* names(all, ["key-marker", "a"])).keys, ["b/1", "b/2", "c &amp;", "other"])
      assert.deepEqual((yield* names(all, ["upload-id-marker", "~"])).keys.length, 6)
      const spelled = yield* list(all, ["prefix", "c"], ["encoding-type", "url"])
      assert.deepEqual(namesIn(spelled.text).keys, ["c%20%26"])
    }).pipe(Effect.provide(layer)))
})
