/** What a drive answers when a caller wants few fields, and when it may look and not touch. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { withFaultyDrive } from "../../../test/faults/FaultyDrive.js"
import { inProcess } from "../api/ProductCalls.js"
import { startDrive } from "./DriveCalls.js"
import { drive } from "./inProcess.js"

describe("fields", () => {
  it.effect("are all there by default and for *, else those that are named", () =>
    Effect.gen(function*() {
      const { call, upload } = yield* drive()
      const file_id = yield* upload("f.txt", "content")
      const fieldsOf = (body: object) => Object.keys(body).sort()
      const all = yield* call("/file/get", { file_id })
      assert.includeMembers(fieldsOf(all.body), ["file_id", "name", "type", "crc64_hash", "url"])
      const star = yield* call("/file/get", { file_id, fields: "*" })
      assert.deepStrictEqual(fieldsOf(star.body), fieldsOf(all.body))
      const few = yield* call("/file/get", { file_id, fields: "name, size,nothing" })
      assert.deepStrictEqual(few.body, { name: "f.txt", size: 7 })
      const found = yield* call("/file/get_by_path", { file_path: "/f.txt", fields: "file_id" })
      assert.deepStrictEqual(found.body, { file_id })
      const list = yield* call("/file/list", { parent_file_id: "root", fields: "name" })
      assert.deepStrictEqual(list.body.items, [{ name: "f.txt" }])
      yield* call("/recyclebin/trash", { file_id })
      const bin = yield* call("/recyclebin/list", { fields: "name,trashed_at" })
      assert.deepStrictEqual(fieldsOf(bin.body.items[0]), ["name", "trashed_at"])
    }).pipe(Effect.provide(inProcess())))

  it("of the bin that a caller leaves out do not cost an item its id", () =>
    withFaultyDrive({ emulator: { spaces: [{ spaceId: "pds-files", platform: "pds" }] } }, async ({ drive }) => {
      const { fileId } = await drive.uploads.start({ source: randomBytes(10), name: "a" }).done
      await drive.recycleBin.recycle([fileId])
      const { items } = await drive.recycleBin.list({ fields: "size" })
      assert.deepInclude(items[0], { fileId, name: "a", type: "file", size: 10 })
      assert.isUndefined(items[0]?.recycledAt)
    }))
})

describe("a drive that is read-only", () => {
  const spaces = [{ spaceId: "pds-files", platform: "pds", readOnly: true }] as const

  it("refuses every call that changes something", async () => {
    const { call, emulator } = await startDrive({ spaces })
    const file = { file_id: "f" }
    const upload = { ...file, upload_id: "u" }
    const calls: ReadonlyArray<readonly [path: string, body: Record<string, unknown>]> = [
      ["/file/create", { name: "a", type: "folder", parent_file_id: "root" }],
      ["/file/get_upload_url", { ...upload, part_info_list: [{ part_number: 1 }] }],
      ["/file/complete", upload],
      ["/file/update", { ...file, name: "b" }],
      ["/file/put_usertags", { ...file, user_tags: [] }],
      ["/file/delete_usertags", { ...file, key_list: [] }],
      ["/file/copy", { ...file, to_parent_file_id: "root" }],
      ["/file/move", { ...file, to_parent_file_id: "root" }],
      ["/file/delete", file],
      ["/recyclebin/trash", file],
      ["/recyclebin/restore", file],
      ["/recyclebin/clear", {}]
    ]
    for (const [path, body] of calls) {
      const answer = await call(path, body)
      assert.deepStrictEqual([answer.status, answer.body.code], [403, "ForbiddenNoPermission.File"], path)
    }
    assert.deepStrictEqual((await call("/file/list", { parent_file_id: "root" })).body.items, [])
    assert.strictEqual((await call("/drive/get")).status, 200)
    await emulator.close()
  })

  it("is PermissionDenied for a client, and can be listed", () =>
    withFaultyDrive({ emulator: { spaces } }, async ({ drive }) => {
      const tagOf = (call: Promise<unknown>) => call.then(() => "done", ({ _tag }: { readonly _tag: string }) => _tag)
      assert.deepStrictEqual((await drive.files.list({})).items, [])
      assert.strictEqual(await tagOf(drive.files.createFolder({ name: "a" })), "PermissionDenied")
      const upload = drive.uploads.start({ source: randomBytes(10), name: "a" })
      assert.strictEqual(await tagOf(upload.done), "PermissionDenied")
      const { errorItems } = await drive.files.remove(["a", "b"])
      assert.deepStrictEqual(errorItems.map(({ error }) => error._tag), ["PermissionDenied", "PermissionDenied"])
      assert.strictEqual(await tagOf(drive.recycleBin.clear()), "PermissionDenied")
    }))
})
