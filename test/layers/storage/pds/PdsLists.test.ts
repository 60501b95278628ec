import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { file, refusal, scripted } from "./scriptedPds.js"

/** A service with so many folders and files, which gives pages of its own size and orders by created_at. */
const listing = (folders: number, files: number, pageSize = 100) => {
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`)
  return scripted((path, { body }) => {
    if (path !== "/file/list") return undefined
    assert.isAtMost(Number(body["limit"]), 100)
    assert.deepInclude(body, { order_by: "created_at", order_direction: "DESC" })
    const kind = String(body["type"])
    const all = names(kind, kind === "folder" ? folders : files)
    const from = body["marker"] === undefined ? 0 : Number(String(body["marker"]).slice(1))
    const to = Math.min(from + Math.min(Number(body["limit"]), pageSize), all.length)
    const items = all.slice(from, to).map((name) => file(name, { type: kind }))
    return { body: { items, next_marker: to < all.length ? `m${to}` : "" } }
  })
}

const namesIn = (page: { readonly items: ReadonlyArray<{ readonly name: string }> }) =>
  page.items.map((one) => one.name)

describe("Lists of a pds space", () => {
  it.effect("put folders first, exactly across pages", () =>
    Effect.gen(function*() {
      const { provider } = listing(3, 4)
      const pages: Array<ReadonlyArray<string>> = []
      let cursor: string | undefined
      do {
        const page = yield* provider.files.list({ pageSize: 2, cursor })
        pages.push(namesIn(page))
        cursor = page.next
      } while (cursor !== undefined)
      assert.deepStrictEqual(pages, [["folder0", "folder1"], ["folder2", "file0"], ["file1", "file2"], ["file3"]])
    }))

  it.effect("fill a page from several of the service's, none of more than 100", () =>
    Effect.gen(function*() {
      const pds = listing(0, 250, 40)
      const page = yield* pds.provider.files.list({ pageSize: 230 })
      assert.deepStrictEqual(namesIn(page), Array.from({ length: 230 }, (_, index) => `file${index}`))
      const rest = yield* pds.provider.files.list({ pageSize: 230, cursor: page.next })
      assert.strictEqual(rest.items.length, 20)
      assert.isUndefined(rest.next)
    }))

  it.effect("give page N by walking through those before", () =>
    Effect.gen(function*() {
      const { provider } = listing(3, 300)
      assert.deepStrictEqual(namesIn(yield* provider.files.list({ page: 2, pageSize: 2 })), ["folder2", "file0"])
      const third = yield* provider.files.list({ page: 3, pageSize: 120 })
      assert.deepStrictEqual([third.items[0]?.name, third.items.length], ["file237", 63])
      assert.deepStrictEqual((yield* provider.files.list({ page: 9, pageSize: 100 })).items, [])
    }))

  it.effect("end in an error when markers lead round in a wider circle", () =>
    Effect.gen(function*() {
      const { bodies, provider } = scripted((_path, { body }) => ({
        body: { items: [file("a")], next_marker: body["marker"] === "A" ? "B" : "A" }
      }))
      const error = yield* Effect.flip(provider.files.list({ fileType: "file", pageSize: 100 }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(bodies("/file/list").length, 3)
    }))

  it.effect("end in an error when a marker comes again", () =>
    Effect.gen(function*() {
      const { bodies, provider } = scripted(() => ({ body: { items: [file("a")], next_marker: "same" } }))
      const error = yield* Effect.flip(provider.files.list({ pageSize: 50 }))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(bodies("/file/list").length, 2)
      const bin = yield* Effect.flip(provider.bin.list({ marker: "same" }))
      assert.deepInclude(bin, { _tag: "TransportError", field: "next_marker" })
    }))

  it.effect("order by what pds can, and refuse the rest before any call", () =>
    Effect.gen(function*() {
      const pds = scripted(() => ({ body: { items: [], next_marker: null } }))
      yield* pds.provider.files.list({ order: "name desc" })
      yield* pds.provider.files.list({ order: "-size", fileType: "file", category: "image" })
      yield* pds.provider.files.list({ order: "type desc, updated_at asc" })
      assert.deepStrictEqual(
        pds.bodies("/file/list").map(({ category, order_by, order_direction, type }) => [
          type,
          order_by,
          order_direction,
          category
        ]),
        [
          [undefined, "name", "DESC", undefined],
          ["file", "size", "DESC", "image"],
          ["file", "updated_at", "ASC", undefined],
          ["folder", "updated_at", "ASC", undefined]
        ]
      )
      for (const order of ["category", "name,size", "name; drop", "type, name, size"]) {
        assert.deepInclude(yield* Effect.flip(pds.provider.files.list({ order })), {
          _tag: "InvalidInput",
          field: "order"
        })
      }
      assert.strictEqual(pds.asked.length, 4)
    }))

  it.effect("read what old and new versions of the service write", () =>
    Effect.gen(function*() {
      const { provider } = scripted(() => ({
        body: {
          file_id: "f",
          name: "n",
          type: "file",
          size: "not a number",
          user_tags: { colour: "red" },
          starred: true,
          updated_at: "2026-01-02T03:04:05.678Z",
          labels: { unknown: [] },
          thumbnail_urls: { small: "https://t.example.com/1" }
        }
      }))
      const found = yield* provider.files.info("f", { imageThumbnailProcess: "image/resize,w_1" })
      assert.deepInclude(found, { name: "n", size: 0, starred: true, updatedAt: 1767323045678 })
      assert.deepStrictEqual(found.userTags, [{ key: "colour", value: "red" }])
      assert.strictEqual(found.thumbnailUrl && Redacted.value(found.thumbnailUrl), "https://t.example.com/1")
    }))
})

describe("Paths of a pds space", () => {
  it.effect("are walked through where the domain does not know get_by_path", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/file/get_by_path") return { status: 404, headers: { "x-ca-error-code": "I404PA" } }
        if (body["type"] === "file") return { body: { items: [] } }
        return { body: { items: body["parent_file_id"] === "root" ? [file("a", { type: "folder" })] : [file("b")] } }
      })
      assert.strictEqual(yield* pds.provider.files.resolve("/a/b"), "id-b")
      assert.deepInclude(yield* Effect.flip(pds.provider.files.resolve("/a/c")), { _tag: "FileNotFound", path: "/a/c" })
      assert.strictEqual(pds.bodies("/file/get_by_path").length, 1)
    }))

  it.effect("end in an error when the lists on the way lead round in a circle", () =>
    Effect.gen(function*() {
      const pds = scripted((path, { body }) => {
        if (path === "/file/get_by_path") return { status: 404, headers: { "x-ca-error-code": "I404PA" } }
        const items = Array.from({ length: 100 }, (_, index) => file(`f${index}`, { type: body["type"] }))
        return { body: { items, next_marker: body["marker"] === "A" ? "B" : "A" } }
      })
      const error = yield* Effect.flip(pds.provider.files.resolve("/a"))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "next_marker" })
      assert.strictEqual(pds.bodies("/file/list").length, 3)
    }))

  it.effect("that lead nowhere are no reason to walk", () =>
    Effect.gen(function*() {
      const pds = scripted((path) => path === "/file/get_by_path" ? refusal(404, "NotFound.File") : undefined)
      assert.strictEqual((yield* Effect.flip(pds.provider.files.resolve("/a")))._tag, "FileNotFound")
    }))
})
