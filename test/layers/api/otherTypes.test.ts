/** What a user does in a day, answered in the usual types and in others: it comes to the same. */
import { assert, describe, it } from "@effect/vitest"
import type { DriveClient } from "effect-drive/promise"
import { createTestDrive } from "effect-drive/testing"

const names = async (drive: DriveClient, parentFileId?: string) => {
  const { items, total } = await drive.files.list({ parentFileId })
  return [total, ...items.map(({ hidden, name, size, type }) => [name, size, type, hidden])]
}

const day = async (wireTypes: "other" | "usual", platform: "oss" | "pds" | "s3") => {
  const drive = await createTestDrive({
    wireTypes,
    taskDuration: 0,
    users: [{
      wsid: "4711",
      accessToken: "test-token",
      spaces: [{ spaceId: "9007199254740993", platform, fileSizeLimit: 10_000_000, downloadSpeed: 50_000_000 }]
    }]
  })
  const report: Array<unknown> = []
  const say = (...words: ReadonlyArray<unknown>) => report.push(words)
  drive.events.on("FieldsLeftOut", ({ fields }) => say("left out", fields))
  const space = drive.spaces.current()
  say(space, drive.session.state()._tag, await drive.spaces.benefit())
  const folder = await drive.files.createFolder({ name: "folder" })
  const small = await drive.uploads.start({ source: "small", name: "1.txt", parentFileId: folder }).done
  const large = await drive.uploads.start({ source: new Uint8Array(300_000), name: "2", chunkSize: 5_242_880 }).done
  const again = await drive.uploads.start({ source: "small", name: "3.txt" }).done
  say(small.rapid, large.rapid, again.rapid, await names(drive), await names(drive, folder))
  say(await (await drive.downloads.blob({ fileId: small.fileId })).text())
  await drive.files.rename({ fileId: small.fileId, name: "renamed.txt" })
  await drive.files.updateInfo({ fileId: small.fileId, userTags: [{ key: "k", value: "v" }] })
  const { name, path, userTags } = await drive.files.info(small.fileId)
  say(name, path, userTags)
  say((await drive.files.breadcrumb("folder/renamed.txt")).map((crumb) => crumb.name))
  const copied = await drive.files.copy({ fileIds: [small.fileId, "4712"], toParentFileId: "root" })
  say(copied.successItems.length, copied.errorItems.map(({ error }) => error._tag))
  await drive.files.move({ fileIds: [large.fileId], toParentFileId: folder })
  say(await names(drive, folder))
  await drive.recycleBin.recycle([again.fileId])
  say((await drive.recycleBin.list()).items.map((item) => [item.name, typeof item.recycledAt]))
  await drive.recycleBin.restore([again.fileId])
  say(await names(drive))
  const { asyncTaskId } = await drive.downloads.archive({ fileIds: [folder], name: "all.zip" })
  const { name: archive, state } = await drive.tasks.wait(asyncTaskId)
  say(archive, state)
  const assetFolder = await drive.assetFolders.create({ name: "2026" })
  await drive.assetFolders.pin(assetFolder)
  say((await drive.assetFolders.list()).items.map((one) => [one.name, one.pinned]))
  const { assetId } = await drive.assets.create({ fileId: large.fileId, folderId: assetFolder.folderId })
  await drive.assets.star({ assetId })
  const asset = await drive.assets.get(assetId)
  say(asset.starred, asset.folderId === assetFolder.folderId, asset.fileId === large.fileId, asset.file?.size)
  const share = await drive.sharing.open(assetId, { expiresIn: "1 hour", code: "abcd" })
  say(share.hasCode, typeof share.expiresAt)
  await drive.migration.start({ business: "photos" })
  say((await drive.migration.status()).status)
  await drive.files.remove([small.fileId])
  await drive.session.logout()
  await drive.dispose()
  return report
}

describe("other types of the wire", () => {
  for (const platform of ["s3", "oss", "pds"] as const) {
    it(`come to the same on ${platform}`, async () => {
      assert.deepStrictEqual(await day("other", platform), await day("usual", platform))
    })
  }
})
