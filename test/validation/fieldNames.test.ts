/** Fields of which all may be left out: one of another name was meant for something, and is refused. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { DriveClient } from "effect-drive/promise"
import { isDriveError } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"
import { tmpdir } from "node:os"
import { join } from "node:path"

for (const platform of ["oss", "pds", "s3"] as const) {
  describe(`on ${platform}`, () => {
    let drive: DriveClient
    let assetId: string
    let fileId: string
    const target = join(tmpdir(), `no-such-folder-${platform}`, "made")

    beforeAll(async () => {
      drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
      const { done } = await drive.assets.create({ file: "text", name: "text" })
      const made = await done
      assetId = made.assetId ?? ""
      fileId = made.fileId
    })
    afterAll(() => drive.dispose())

    const first = async (all: AsyncIterable<unknown>): Promise<unknown> => {
      for await (const one of all) return one
      return undefined
    }

    const calls: Readonly<Record<string, (fields: never) => Promise<unknown>>> = {
      "files.list": (query) => drive.files.list(query),
      "spaces.list": (query) => drive.spaces.list(query),
      "uploads.setLimits": (limits) => drive.uploads.setLimits(limits),
      "files.listAll": (query) => first(drive.files.listAll(query)),
      "recycleBin.list": (query) => drive.recycleBin.list(query),
      "recycleBin.listAll": (query) => first(drive.recycleBin.listAll(query)),
      "assets.list": (query) => drive.assets.list(query),
      "assetFolders.list": (query) => drive.assetFolders.list(query),
      "sharing.open": (settings) => drive.sharing.open(assetId, settings),
      "sharing.set": (settings) => drive.sharing.set(assetId, settings),
      "sharing.update": (settings) => drive.sharing.update(assetId, { code: "1234", ...settings as object }),
      "files.createFolder": (fields) => drive.files.createFolder({ name: "made", ...fields as object }),
      "uploads.start": (fields) => drive.uploads.start({ source: "x", name: "made", ...fields as object }).done,
      "uploads.start of more than one request takes": (fields) =>
        drive.uploads.start({ source: new Uint8Array(6_000_000), name: "made", ...fields as object }).done,
      "uploads.startFolder": (fields) =>
        drive.uploads.startFolder({ entries: [{ _tag: "File", path: "made", source: "x" }], ...fields as object }).done,
      "assets.create": (fields) => drive.assets.create({ name: "made", ...fields as object }),
      "assets.create with a file": async (fields) =>
        (await drive.assets.create({ file: "x", name: "made", ...fields as object })).done,
      "assets.update": (fields) => drive.assets.update({ assetId, name: "made", ...fields as object }),
      "assets.update with a file": async (fields) =>
        (await drive.assets.update({ assetId, file: "x", name: "made", ...fields as object })).done,
      "bucket.presign": (fields) => drive.bucket.presign({ method: "GET", key: "made", ...fields as object }),
      "bucket.resume": (fields) =>
        drive.bucket.resume({ source: "x", objectKey: "made", uploadId: "made", ...fields as object }),
      "bucket.cancel": (fields) => drive.bucket.cancel({ objectKey: "made", uploadId: "made", ...fields as object }),
      "bucket.restore": (fields) => drive.bucket.restore({ objectKey: "made", ...fields as object }),
      "bucket.lifecycle.put": (fields) =>
        drive.bucket.lifecycle.put([{ status: "Enabled", expiration: { days: 1 }, ...fields as object }]),
      "bucket.lifecycle.put, in the rule": (fields) =>
        drive.bucket.lifecycle.put([{ status: "Enabled", expiration: { days: 1, ...fields as object } }]),
      "files.copy": (fields) => drive.files.copy({ fileIds: [fileId], toParentFileId: "root", ...fields as object }),
      "files.move": (fields) => drive.files.move({ fileIds: [fileId], toParentFileId: "root", ...fields as object }),
      "files.star": (fields) => drive.files.star({ fileId, starred: true, ...fields as object }),
      "assets.star": (fields) => drive.assets.star({ assetId, ...fields as object }),
      "assets.setPermission": (fields) =>
        drive.assets.setPermission({ assetId, rawAction: "read", ...fields as object }),
      "assetFolders.create": (fields) => drive.assetFolders.create({ name: "made", ...fields as object }),
      "assetFolders.rename": (fields) =>
        drive.assetFolders.rename({ folderId: "x", name: "made", ...fields as object }),
      "assetFolders.pin": (fields) => drive.assetFolders.pin({ folderId: "x", ...fields as object }),
      "migration.start": (fields) => drive.migration.start({ business: "made", ...fields as object }),
      "downloads.archive": (fields) =>
        drive.downloads.archive({ fileIds: [fileId], name: "made", ...fields as object }),
      "downloads.blob": (fields) => drive.downloads.blob({ fileId, ...fields as object }),
      "downloads.blob of a range": (fields) =>
        drive.downloads.blob({ fileId, range: { start: 0, ...fields as object } }),
      "downloads.stream": (fields) => first(drive.downloads.stream({ fileId, ...fields as object })),
      "downloads.start": (fields) => drive.downloads.start({ fileId, target, ...fields as object }).done,
      "downloads.start of many": (fields) =>
        drive.downloads.start({ fileIds: [fileId], target, ...fields as object }).done,
      "downloads.start of an archive": (fields) =>
        drive.downloads.start({ archive: { fileIds: [fileId], name: "made", ...fields as object }, target }).done,
      "downloads.save of a range": (fields) =>
        drive.downloads.save({ fileId, target, range: { start: 0, ...fields as object } })
    }

    it.each(Object.entries(calls))("%s", async (_, call) => {
      for (const name of ["parentFileID", "spaceId", "passcode", "expireIn", "pagesize", "next"]) {
        for (const value of ["1", 1]) {
          const error: unknown = await call({ [name]: value } as never).catch((refused: unknown) => refused)
          assert.isTrue(isDriveError(error))
          assert.deepInclude(error, { _tag: "InvalidInput" })
          assert.include(String(error), name)
        }
      }
      assert.deepStrictEqual((await drive.files.list()).items.map((file) => file.name), ["text"])
      assert.deepStrictEqual((await drive.assets.list()).items.map((asset) => asset.name), ["text"])
    })
  })
}
