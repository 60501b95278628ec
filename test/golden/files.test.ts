import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { StorageProvider, UploadToCreate } from "../../src/services/StorageProvider.js"
import { exchangedWith } from "./provider.js"

const exchanged = exchangedWith("files.json")

const small: UploadToCreate = { name: "Brief.txt", size: 5, parentFileId: "root", plan: { _tag: "Direct", size: 5 } }

const digests = { contentHash: "BB", contentHashName: "sha1" } as const

const ticketOf = (provider: StorageProvider, intent: UploadToCreate) =>
  Effect.map(provider.uploads.prepare(intent, digests), (prepared) => {
    if (prepared._tag === "Rapid") throw new Error("rapid")
    return prepared.ticket
  })

describe("golden requests of files", () => {
  it.scopedLive("list", () =>
    Effect.gen(function*() {
      const page = yield* exchanged(["list"], (provider) =>
        provider.files.list({
          parentFileId: "d-1",
          page: 2,
          fileType: "file",
          category: "doc",
          order: "updated_at desc"
        }))
      assert.deepStrictEqual<unknown>({ ...page.items[0] }, {
        fileId: "f-1",
        name: "Brief ü.txt",
        size: 12,
        type: "file",
        userTags: [{ key: "k", value: "v" }],
        parentFileId: "d-1",
        objectKey: "o/1",
        assetId: "a-1",
        contentType: "text/plain",
        category: "doc",
        path: "/d/Brief ü.txt",
        status: 1,
        hidden: false,
        updatedAt: Date.parse("2026-01-02T03:04:05Z")
      })
      assert.strictEqual(page.items[1]?.type, "folder")
      assert.strictEqual(page.total, 61)
      assert.isDefined(page.next)
    }))

  it.scopedLive("an empty list", () =>
    Effect.gen(function*() {
      const page = yield* exchanged(["listDefaults"], (provider) => provider.files.list({}))
      assert.deepStrictEqual(page, { items: [] })
    }))

  it.scopedLive("info, whose answer leaves the id out", () =>
    Effect.gen(function*() {
      const file = yield* exchanged(["info"], (provider) =>
        provider.files.info("f/1", { imageThumbnailProcess: "image/resize,w_100" }))
      assert.deepInclude<object>({ ...file }, {
        fileId: "f/1",
        name: "Brief.txt",
        size: 12,
        type: "file",
        objectKey: "o/1",
        contentType: "text/plain",
        updatedAt: 1_767_323_045_000
      })
    }))

  it.scopedLive("info and switch of what is not there", () =>
    Effect.gen(function*() {
      yield* exchanged(["infoMissing", "switchMissing"], (provider) =>
        Effect.gen(function*() {
          assert.deepInclude(yield* Effect.flip(provider.files.info("f-9")), { _tag: "FileNotFound", fileId: "f-9" })
          assert.deepInclude(yield* Effect.flip(provider.files.resolve("/a/x")), { _tag: "FileNotFound", path: "/a/x" })
        }))
    }))

  it.scopedLive("switch", () =>
    Effect.gen(function*() {
      const fileId = yield* exchanged(["switchPath"], (provider) => provider.files.resolve("/a/b"))
      assert.strictEqual(fileId, "d-3")
    }))

  it.scopedLive("create a folder", () =>
    Effect.gen(function*() {
      const fileId = yield* exchanged(["createFolder"], (provider) =>
        provider.files.createFolder({ name: "new", parentFileId: "root", checkNameMode: "refuse" }))
      assert.strictEqual(fileId, "d-4")
    }))

  it.scopedLive("create a folder that exists: its id by its path", () =>
    Effect.gen(function*() {
      const fileId = yield* exchanged(
        ["createExisting", "switchParent", "switchExisting", "switchParentPath"],
        (provider) => provider.files.createFolder({ name: "there", parentFileId: "d-1", checkNameMode: "refuse" })
      )
      assert.strictEqual(fileId, "d-5")
    }))

  it.scopedLive("create a folder without a parent", () =>
    Effect.gen(function*() {
      const error = yield* exchanged(["createWithoutParent"], (provider) =>
        Effect.flip(provider.files.createFolder({ name: "new", parentFileId: "gone", checkNameMode: "refuse" })))
      assert.deepInclude(error, {
        _tag: "ParentNotFound",
        message: "unexpected parent_file_id, please check!",
        parentFileId: "gone"
      })
    }))

  it.scopedLive("upload, callback and asset status", () =>
    Effect.gen(function*() {
      yield* exchanged(["createUpload", "createPlain", "callback", "assetStatus"], (provider) =>
        Effect.gen(function*() {
          const intent: UploadToCreate = {
            ...small,
            size: 2_000_000,
            parentFileId: "d-1",
            contentType: "text/plain",
            checkNameMode: "auto_rename"
          }
          const prepared = yield* provider.uploads.prepare(intent, { ...digests, preHash: "AA" })
          assert.strictEqual(prepared._tag, "Ready")
          if (prepared._tag === "Rapid") return
          const first = prepared.ticket
          assert.deepInclude({ ...first } as object, {
            fileId: "f-6",
            objectKey: "o/6",
            assetId: "a-6",
            kind: "new",
            spaceId: "space 1"
          })
          assert.match(first.mark, /^[0-9a-f]{32}$/)
          const second = yield* ticketOf(provider, small)
          assert.strictEqual(second.assetId, undefined)
          assert.notStrictEqual(second.mark, first.mark)
          const failed = yield* provider.uploads.confirm([first, second])
          assert.deepStrictEqual([...failed], ["f-7"])
          yield* provider.uploads.settle(first)
          yield* provider.uploads.settle(second)
        }))
    }))

  it.scopedLive("rapid upload", () =>
    Effect.gen(function*() {
      const prepared = yield* exchanged(["createRapid"], (provider) => provider.uploads.prepare(small, digests))
      assert.deepStrictEqual<unknown>(prepared, {
        _tag: "Rapid",
        result: { fileId: "f-8", objectKey: "o/8", assetId: undefined, rapid: true }
      })
    }))

  it.scopedLive("an answer without the object key", () =>
    Effect.gen(function*() {
      const error = yield* exchanged(["createWithoutKey"], (provider) =>
        Effect.flip(provider.uploads.prepare(small, digests)))
      assert.deepInclude(error, { _tag: "TransportError", reason: "Decode", field: "object_key" })
    }))

  it.scopedLive("new content for a file, renamed at the end", () =>
    Effect.gen(function*() {
      yield* exchanged(["updateUpload", "rename"], (provider) =>
        Effect.gen(function*() {
          const ticket = yield* ticketOf(provider, { ...small, name: "New.txt", fileId: "f-1" })
          assert.strictEqual(ticket.kind, "update")
          yield* provider.uploads.settle(ticket)
        }))
    }))

  it.scopedLive("a callback that fails as a whole", () =>
    Effect.gen(function*() {
      const error = yield* exchanged(["createUpload", "callbackFails"], (provider) =>
        Effect.gen(function*() {
          const intent: UploadToCreate = {
            ...small,
            size: 2_000_000,
            parentFileId: "d-1",
            contentType: "text/plain",
            checkNameMode: "auto_rename"
          }
          const prepared = yield* provider.uploads.prepare(intent, { ...digests, preHash: "AA" })
          return prepared._tag === "Rapid" ? prepared : yield* Effect.flip(provider.uploads.confirm([prepared.ticket]))
        }))
      assert.deepInclude(error, {
        _tag: "SuccessCallbackFailed",
        code: 500123,
        message: "call /api/v2/file/space 1/upload/success-callback fail"
      })
    }))

  it.scopedLive("download", () =>
    Effect.gen(function*() {
      const address = yield* exchanged(["download"], (provider) => provider.downloads.address("f-1"))
      assert.match(Redacted.value(address.url), /^https:\/\/s3\.example\.com\/b\/o\?/)
      assert.strictEqual(address.expiresAt, Date.parse("2026-01-02T03:19:05Z"))
    }))
})
