/** The code of docs/how-to.md, as one program. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Spaces } from "effect-drive"
import { capabilitiesOf, createDrive } from "effect-drive/promise"
import type { RecycleItem } from "effect-drive/promise"
import { writeFileSync } from "node:fs"

export const tour = async (apiHost: string, accessToken: string, folder: string): Promise<void> => {
  const drive = createDrive({
    apiHost,
    product: { id: "my-app", version: "2.4" },
    language: "en",
    sessionDirectory: `${folder}/sessions`
  })

  const { ok } = await drive.session.check()
  assert.isFalse(ok)

  const { wsid } = await drive.session.login({ accessToken })
  console.log(wsid, drive.session.state()._tag)

  const known = await drive.session.add({ nickname: "Ada" })
  console.log(known.ok, known.message)

  const first = await drive.session.initialise({ accessToken })
  console.log(first.spaceId, drive.session.state()._tag)
  assert.strictEqual(drive.session.state()._tag, "Ready")

  const { items: spaces } = await drive.spaces.list({ page: 1, pageSize: 50 })
  for (const { name, platform, spaceId } of spaces) console.log(spaceId, name, platform)

  const space = await drive.spaces.select("pds-files")
  console.log(drive.spaces.current()?.spaceId, space.platform)
  assert.strictEqual(drive.spaces.current()?.spaceId, "pds-files")

  const other = await drive.spaces.resolve({ spaceId: "s3-files" })
  const { items: there } = await drive.files.list({}, { spaceId: other.spaceId })
  assert.strictEqual(other.platform, "s3")
  assert.isArray(there)

  const { bucket, storageUsage } = capabilitiesOf(space.platform)
  console.log(bucket, storageUsage)

  const { fileSizeLimit, singleFileDownloadSpeed } = await drive.spaces.benefit()
  const { totalSize, usedSize } = await drive.spaces.driveInfo()
  const settings = await drive.spaces.config()
  console.log(fileSizeLimit, singleFileDownloadSpeed, usedSize, totalSize, Object.keys(settings))

  const album = await drive.files.createFolder({ name: "Album", parentFileId: "root" })
  await drive.uploads.start({ source: "one", name: "one.txt", parentFileId: album }).done
  await drive.uploads.start({ source: "two", name: "two.txt", parentFileId: album }).done

  let page = await drive.files.list({ parentFileId: album, pageSize: 1, order: "name" })
  for (const { name, size, type } of page.items) console.log(type, name, size)
  while (page.next !== undefined) {
    page = await drive.files.list({ parentFileId: album, pageSize: 1, order: "name", cursor: page.next })
  }
  assert.deepStrictEqual(page.items.map(({ name }) => name), ["two.txt"])

  const crumbs = await drive.files.breadcrumb({ fileId: album })
  console.log(crumbs.map(({ name }) => name).join(" / "))
  assert.deepStrictEqual(crumbs.map(({ name }) => name), ["root", "Album"])

  const fileId = await drive.files.resolve("Album/one.txt")
  const picture = await drive.files.thumbnail(fileId, { width: 320 })
  console.log(picture?.expiresAt)

  await drive.files.updateInfo({ fileId, userTags: [{ key: "place", value: "Lisbon" }] })
  const { userTags } = await drive.files.info(fileId)
  assert.deepStrictEqual(userTags.map(({ value }) => value), ["Lisbon"])

  writeFileSync(`${folder}/film.mov`, new Uint8Array(12_000_000))
  const film = drive.uploads.start({ source: { path: `${folder}/film.mov` }, parentFileId: album })
  await film.stop()

  for (const upload of await drive.uploads.recoverable()) console.log(upload.name, upload.status._tag)
  await drive.uploads.get(film.id)?.resume()
  await film.done
  for (const { id } of await drive.uploads.recoverable()) {
    if (await drive.uploads.resumesByItself(id)) await drive.uploads.resume(id)
  }

  const off = drive.uploads.subscribe(() => console.log(drive.uploads.list().length))
  const offTotals = drive.uploads.subscribeTotals(() => {
    const { counts, eta, sent, size } = drive.uploads.totals()
    console.log(counts.done, sent, size, eta)
  })
  const letters = ["a", "b", "c"].map((name) => drive.uploads.start({ source: name, name, parentFileId: album }))
  await drive.uploads.stopAll()
  await drive.uploads.resumeAll()
  await Promise.all(letters.map(({ done }) => done))
  await drive.uploads.cancelAll()
  off()
  offTotals()

  const { id } = drive.uploads.start({ source: { path: `${folder}/film.mov` }, name: "again.mov", parentFileId: album })
  await drive.uploads.stop(id)
  console.log(drive.uploads.snapshot(id)?.status._tag)
  await drive.uploads.setPriority(id, 1)
  await drive.uploads.resume(id)
  await drive.uploads.cancel(id)
  assert.strictEqual(drive.uploads.snapshot(id)?.status._tag, "cancelled")

  const failed = drive.uploads.list().filter((each) => drive.uploads.snapshot(each)?.status._tag === "failed")
  for (const each of failed) await drive.uploads.retry(each)

  const taken = drive.uploads.start({
    source: "another one",
    name: "one.txt",
    parentFileId: album,
    checkNameMode: "refuse"
  })
  await taken.done.catch(() => drive.uploads.settleConflict(taken.id, "keepBoth"))
  const { fileId: both } = await taken.done
  assert.notStrictEqual(both, fileId)

  for (const { id } of letters) await drive.uploads.remove(id)

  const save = drive.downloads.start({ fileId, target: `${folder}/one.txt` })
  const quiet = save.subscribe(({ received, size, status }) => console.log(status, received, size))
  const { verified } = await save.done
  quiet()
  console.log(verified)

  const one = drive.downloads.start({ fileId, target: `${folder}/again.txt` }).id
  await drive.downloads.stop(one)
  console.log(drive.downloads.snapshot(one)?.status)
  await drive.downloads.resume(one)
  await drive.downloads.get(one)?.done
  await drive.downloads.cancel(one)

  const offDownloads = drive.downloads.subscribe(() => console.log(drive.downloads.list().length))
  await drive.downloads.stopAll()
  await drive.downloads.resumeAll()
  await drive.downloads.cancelAll()
  for (const id of drive.downloads.list()) await drive.downloads.remove(id)
  offDownloads()

  await drive.files.rename({ fileId, name: "first.txt" })
  const { successItems } = await drive.files.move({ fileIds: [fileId], toParentFileId: "root" })
  assert.strictEqual(successItems.length, 1)

  await drive.recycleBin.recycle([both])
  const bin: Array<RecycleItem> = []
  for await (const item of drive.recycleBin.listAll()) bin.push(item)
  await drive.recycleBin.restore(bin.map((item) => item.fileId))
  assert.deepStrictEqual(bin.map((item) => item.fileId), [both])

  const removed = await drive.files.remove([both])
  for (const { error, fileId: id } of removed.errorItems) console.log(id, error.message)
  assert.strictEqual(removed.successItems.length, 1)

  const { asyncTaskId } = await drive.downloads.archive({ fileIds: [fileId], name: "one.zip" })
  for await (const task of drive.tasks.poll(asyncTaskId)) console.log(task.state)
  const { href } = await drive.tasks.get(asyncTaskId)
  assert.isString(href)

  const shared = { spaceId: "s3-files" }
  const present = await drive.uploads.start({ source: "for you", name: "present.txt" }, shared).done
  const links = await drive.downloads.batch([present.fileId], shared)
  for (const { href: address } of links.successItems) assert.strictEqual((await fetch(address)).status, 200)

  const share = await drive.sharing.open(present.assetId ?? "", { code: "1234", expiresIn: "7 days" }, shared)
  console.log(share.href)
  assert.strictEqual((await fetch(share.href)).status, 403)

  const { folderId } = await drive.assetFolders.create({ name: "Pinned" })
  await drive.assetFolders.rename({ folderId, name: "Best" })
  await drive.assetFolders.pin({ folderId })
  const { items: folders } = await drive.assetFolders.list()
  await drive.assetFolders.remove(folders.map((each) => each.folderId))
  assert.include(folders.map(({ name }) => name), "Best")

  const { status } = await drive.migration.status()
  if (status === undefined) await drive.migration.start({ business: "photos" })

  const current = await drive.run(Effect.flatMap(Spaces, (spaces) => spaces.current()))
  assert.strictEqual(current?.spaceId, "pds-files")

  const online = drive.network.state().online
  assert.isTrue(online)

  await drive.session.logout()
  await drive.dispose()
}
