/** The code of docs/promise.md, as one program. */
import { assert } from "@effect/vitest"
import { Redacted } from "effect"
import { createDrive, DriveDisposed, isDriveError } from "effect-drive/promise"
import { fromDirectoryHandle, fromDrop, fromFileList } from "effect-drive/promise"
import type { DriveFile, FolderEntries } from "effect-drive/promise"
import { mkdirSync, writeFileSync } from "node:fs"

/** What a page has of one file that was dropped, and of a folder that was opened. */
const droppedFile = (file: File) =>
  ({
    items: [{
      kind: "file",
      getAsFile: () => file,
      webkitGetAsEntry: () => ({
        name: file.name,
        isFile: true,
        isDirectory: false,
        file: (found: (file: File) => void) => found(file)
      })
    }]
  }) as unknown as DataTransfer // Node has no such class

const openedFolder = (file: File) =>
  ({
    kind: "directory",
    name: "opened",
    async *values() {
      yield { kind: "file", name: file.name, getFile: () => Promise.resolve(file) }
    }
  }) as unknown as FileSystemDirectoryHandle // Node has no such class

export const tour = async (apiHost: string, accessToken: string, folder: string): Promise<void> => {
  const drive = createDrive({ apiHost, product: { id: "my-app", version: "2.4" }, language: "en" })

  const expired: Array<string> = []
  const off = drive.events.on("TokenExpired", ({ error }) => expired.push(error.path))

  const space = await drive.session.initialise({ accessToken })
  console.log(space.spaceId, space.platform, space.fileSizeLimit)

  const { items } = await drive.spaces.list({ page: 1, pageSize: 10 })
  for (const { spaceId } of items) console.log(spaceId)
  assert.strictEqual(drive.spaces.current()?.spaceId, space.spaceId)

  const parentFileId = await drive.files.ensureFolder("reports/2026")
  const text = await drive.uploads.start({ source: "one,two\n", name: "data.csv", parentFileId }).done
  const page = await drive.files.list({ parentFileId, pageSize: 50 })
  const names: Array<string> = []
  for await (const file of drive.files.listAll({ parentFileId })) names.push(file.name)
  const file: DriveFile = await drive.files.info(text.fileId)
  assert.strictEqual(await drive.files.resolve("reports/2026/data.csv"), file.fileId)
  assert.deepStrictEqual([page.items.length, names], [1, ["data.csv"]])

  await drive.files.saveContent({ fileId: text.fileId, source: "three,four\n" })
  assert.strictEqual(await (await drive.downloads.blob({ fileId: text.fileId })).text(), "three,four\n")

  const upload = drive.uploads.start({ source: new Blob([new Uint8Array(6_000_000)]), name: "six.bin", parentFileId })
  const unsubscribe = upload.subscribe(({ bytes, eta, progress, speed }) => {
    console.log(progress, bytes.accepted, `${Math.round(speed / 1e6)} MB/s`, eta)
  })
  const { fileId, rapid } = await upload.done
  unsubscribe()
  assert.isFalse(rapid)

  const second = drive.uploads.start({ source: new Blob([new Uint8Array(7_000_000)]), name: "seven.bin", parentFileId })
  await second.stop()
  console.log(second.snapshot().multipart)
  await second.resume()
  await second.done

  const third = drive.uploads.start({ source: new Blob([new Uint8Array(8_000_000)]), name: "eight.bin", parentFileId })
  await drive.uploads.setLimits({ bytesPerSecond: 50_000_000 })
  await drive.uploads.setLimits({ bytesPerSecond: 0 })
  await third.setPriority(1)

  await third.cancel()
  await third.done.catch((error: unknown) => {
    if (isDriveError(error) && error._tag === "UploadCancelled") console.log("cancelled")
    else throw error
  })

  mkdirSync(`${folder}/photos/2026`, { recursive: true })
  writeFileSync(`${folder}/photos/2026/one.jpg`, "one")

  const tree = drive.uploads.startFolder({ path: `${folder}/photos`, parentFileId })
  const quiet = tree.subscribe(({ bytes, failed, files, succeeded }) => {
    console.log(`${succeeded} of ${files} files, ${failed} failed, ${bytes.accepted} of ${bytes.total} bytes`)
  })
  const report = await tree.done
  quiet()
  for (const { error, path } of report.failed) console.log(path, error.message)
  assert.deepStrictEqual([report.succeeded, report.folders, report.failed], [1, 1, []])

  await drive.uploads.start({ source: "old", name: "notes.txt", parentFileId }).done

  const entries: FolderEntries = [
    { _tag: "Folder", path: "drafts" },
    { _tag: "File", path: "drafts/one.txt", source: "first" },
    { _tag: "File", path: "notes.txt", source: "second" }
  ]
  const again = drive.uploads.startFolder({
    entries,
    parentFileId,
    onConflict: ({ existing, path }) => {
      console.log(`${path} is there already, with ${existing.size} bytes`)
      return { choice: "keepBoth", forAllTheRest: true }
    }
  })
  await again.done
  assert.strictEqual((await again.done).succeeded, 2)

  const uploadAll = (entries: FolderEntries) => drive.uploads.startFolder({ entries, parentFileId }).done
  const uploadDropped = (dropped: DataTransfer) => uploadAll(fromDrop(dropped))
  const uploadPicked = (files: Iterable<File>) => uploadAll(fromFileList(files))
  const uploadOpened = (opened: FileSystemDirectoryHandle) => uploadAll(fromDirectoryHandle(opened))

  const inPages = [
    await uploadDropped(droppedFile(new File(["dropped"], "dropped.txt"))),
    await uploadPicked([new File(["picked"], "picked.txt")]),
    await uploadOpened(openedFolder(new File(["opened"], "opened.txt")))
  ]
  assert.deepStrictEqual(inPages.map(({ succeeded }) => succeeded), [1, 1, 1])

  const { href } = await drive.downloads.url(fileId)
  const answer = await fetch(href)
  const blob = await drive.downloads.blob({ fileId, range: { start: 0, end: 100 } })
  let size = 0
  for await (const chunk of drive.downloads.stream({ fileId })) size += chunk.length
  await drive.downloads.save({ fileId, target: `${folder}/six.bin` })
  assert.deepStrictEqual([answer.status, blob.size, size], [200, 100, 6_000_000])

  await drive.files.rename({ fileId: text.fileId, name: "numbers.csv" })
  const copied = await drive.files.copy({ fileIds: [text.fileId], toParentFileId: "root" })
  for (const item of copied.errorItems) console.log(item.fileId, item.error.message)
  assert.deepStrictEqual([copied.successItems.length, copied.errorItems], [1, []])

  const { fileId: oldId } = await drive.uploads.start({ source: "old", name: "old.txt" }, { spaceId: "pds-files" }).done
  const moved = await drive.recycleBin.recycle([oldId], { isAsync: true, spaceId: "pds-files" })
  for (const { asyncTaskId } of moved.successItems) {
    if (asyncTaskId !== undefined) await drive.tasks.wait(asyncTaskId, { spaceId: "pds-files" })
  }
  await drive.recycleBin.clear({ spaceId: "pds-files" })
  assert.deepStrictEqual((await drive.recycleBin.list({}, { spaceId: "pds-files" })).items, [])

  const { fileId: pearl } = await drive.uploads.start({ source: "pearl", name: "pearl" }, { spaceId: "pds-files" }).done
  await drive.files.star({ fileId: pearl, starred: true }, { spaceId: "pds-files" })
  const { assetId = "" } = await drive.uploads.start({ source: "pearl", name: "pearl" }).done
  await drive.assets.star({ assetId })
  assert.deepStrictEqual((await drive.assets.list({ starred: true })).items.map((asset) => asset.assetId), [assetId])

  const share = await drive.sharing.open(assetId, { code: "1234", expiresIn: "7 days" })
  await drive.sharing.update(assetId, { permission: "view" })
  const visit = await fetch(share.href, { method: "POST", body: new URLSearchParams({ code: "1234" }) })
  await drive.sharing.cancel(assetId)
  assert.deepStrictEqual([visit.status, (await fetch(share.href)).status], [200, 404])

  const { objectKey: key = "" } = await drive.files.info(fileId)
  const address = await drive.bucket.presign({ method: "GET", key, expiresIn: "10 minutes" })
  const direct = await fetch(Redacted.value(address.url))
  assert.deepStrictEqual([direct.status, (await direct.arrayBuffer()).byteLength], [200, 6_000_000])

  await drive.recycleBin.recycle([text.fileId])
  const bin = await drive.recycleBin.list({ limit: 20 })
  await drive.recycleBin.restore(bin.items.map((item) => item.fileId))
  assert.deepStrictEqual(bin.items.map((item) => item.name), ["numbers.csv"])

  const { asyncTaskId } = await drive.downloads.archive({ fileIds: [fileId, text.fileId], name: "both.zip" })
  const archive = await drive.tasks.wait(asyncTaskId)
  console.log(archive.name, archive.state)
  assert.deepStrictEqual([archive.name, archive.state], ["both.zip", "Succeed"])
  assert.strictEqual((await fetch(archive.href ?? "")).status, 200)

  try {
    await drive.files.info("no-such-file")
  } catch (error) {
    if (!isDriveError(error)) throw error
    switch (error._tag) {
      case "FileNotFound":
        console.log("gone:", error.fileId)
        break
      case "TokenExpired":
        console.log("sign in again")
        break
      default:
        console.log(error.message, error.retry, error.action)
    }
  }

  const signal = AbortSignal.timeout(60_000)
  await drive.files.list({ parentFileId }, { signal, spaceId: space.spaceId })

  off()
  await drive.dispose()
  await drive.files.list().catch((error: unknown) => assert.instanceOf(error, DriveDisposed))
  assert.deepStrictEqual(expired, [])
}
