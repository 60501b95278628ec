/** Create calls that somebody else makes, where one call of the product API is all there is to them. */
import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { randomBytes } from "node:crypto"
import * as UploadPlan from "../../../../src/domain/UploadPlan.js"
import type { ApiReply } from "../../../../src/services/DriveApi.js"
import type { UploadToCreate } from "../../../../src/services/StorageProvider.js"
import type { AddCase } from "./cases.js"
import { namesIn, newFolder, unique } from "./storing.js"
import { provider } from "./underTest.js"

const digests = { contentHash: randomBytes(20).toString("hex").toUpperCase(), contentHashName: "sha1" } as const

const replyOf = (answer: unknown): ApiReply => ({
  origin: "https://api.test",
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
  receivedAt: 0
})

const named = { code: 0, data: { file_id: "file-x", object_key: "key-x", asset_id: null, rapid_upload: false } }

const intentIn = Effect.fnUntraced(function*(parentFileId: string) {
  const { uploads: { rules } } = yield* provider
  const plan = yield* UploadPlan.make({ size: 10, chunkSize: undefined, rules })
  return { name: unique("announced"), size: 10, parentFileId, plan } satisfies UploadToCreate
})

export const cases = (add: AddCase) => {
  add(
    ["uploads.announcement"],
    "can be made by others, and their answers are read as its own",
    () =>
      Effect.gen(function*() {
        const { uploads } = yield* provider
        if (uploads.announcement === undefined) return
        const parentFileId = yield* newFolder()
        const intent = yield* intentIn(parentFileId)
        const announcement = uploads.announcement(intent, digests)
        if (announcement === undefined) return assert.fail("there is no such call")
        assert.strictEqual(announcement.request.method, "POST")
        assert.deepInclude<unknown>(announcement.request.body, {
          file_name: intent.name,
          content_hash: digests.contentHash
        })
        const reply = replyOf(named)
        const read = announcement.read(reply, "mark")
        const prepared = yield* uploads.prepare(intent, digests, Exit.succeed(reply))
        if (read?._tag !== "Ready" || prepared._tag !== "Ready") return assert.fail("it is not ready")
        assert.deepInclude<object>(read.ticket, {
          fileId: "file-x",
          objectKey: "key-x",
          mark: "mark",
          name: intent.name
        })
        assert.deepStrictEqual({ ...prepared.ticket, mark: "mark" }, read.ticket)
        assert.deepStrictEqual(yield* namesIn(parentFileId), [])
      })
  )

  add(["uploads.announcement"], "leaves all but a plain answer to the call itself", () =>
    Effect.gen(function*() {
      const { uploads } = yield* provider
      if (uploads.announcement === undefined) return
      const intent = yield* intentIn(yield* newFolder())
      const announcement = uploads.announcement(intent, digests)
      const { object_key: _, ...keyless } = named.data
      for (
        const odd of [{ code: "AlreadyExist.File" }, { code: 0, data: {} }, { code: 0, data: keyless }, {
          code: 0,
          data: { ...named.data, asset_id: "asset-x", rapid_upload: 1 }
        }]
      ) {
        assert.isUndefined(announcement?.read(replyOf(odd), "mark"))
      }
      const refused = yield* Effect.flip(
        uploads.prepare(intent, digests, Exit.succeed(replyOf({ code: "AlreadyExist.File" })))
      )
      assert.strictEqual(refused._tag, "NameConflict")
      assert.isUndefined(uploads.announcement({ ...intent, fileId: "file-x" }, digests))
      assert.isUndefined(uploads.announcement({ ...intent, name: "a/b" }, digests))
    }))
}
