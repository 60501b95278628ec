/** The code of docs/downloads.md, as one program. */
import { assert } from "@effect/vitest"
import { createDrive, isDriveError } from "effect-drive/promise"
import { readdirSync, statSync } from "node:fs"

export const tour = async (apiHost: string, accessToken: string, folder: string): Promise<void> => {
  const drive = createDrive({ apiHost, product: { id: "my-app", version: "2.4" } })
  await drive.session.initialise({ accessToken })
  const { fileId } = await drive.uploads.start({ source: new Uint8Array(6_000_000), name: "film.mp4" }).done
  const target = `${folder}/film.mp4`

  const download = drive.downloads.start({ fileId, target })
  const unsubscribe = download.subscribe(({ eta, received, size, speed, status }) => {
    console.log(status, `${received} of ${size}`, `${Math.round(speed / 1e6)} MB/s`, eta)
  })
  const { verified, via } = await download.done
  unsubscribe()
  assert.deepStrictEqual([verified, via, statSync(target).size], ["sha1", "file", 6_000_000])

  const second = drive.downloads.start({ fileId, target: `${folder}/again.mp4` })
  await second.stop()
  console.log(second.snapshot().status)
  await second.resume()
  await second.done
  assert.strictEqual(statSync(`${folder}/again.mp4`).size, 6_000_000)

  const third = drive.downloads.start({ fileId, target: `${folder}/never.mp4` })
  await third.cancel()
  await third.done.catch((error: unknown) => {
    if (isDriveError(error) && error._tag === "DownloadCancelled") console.log("nothing is left of it")
    else throw error
  })
  assert.deepStrictEqual(readdirSync(folder).sort(), ["again.mp4", "film.mp4"])

  const head = await drive.downloads.save({ fileId, target: `${folder}/head.bin`, range: { start: 0, end: 65_536 } })
  console.log(head.size)
  assert.strictEqual(statSync(`${folder}/head.bin`).size, 65_536)

  const archive = { fileIds: [fileId], name: "films.zip" }
  await drive.downloads.start({ archive, target: `${folder}/films.zip` }).done
  assert.isAbove(statSync(`${folder}/films.zip`).size, 1000)

  const notes = (await drive.uploads.start({ source: "notes", name: "notes.txt" }).done).fileId

  const many = drive.downloads.start({ fileIds: [fileId, notes, "no-such-id"], target: `${folder}/both` })
  many.subscribe(({ files, received, size }) => console.log(files?.succeeded, "of", files?.total, received, size))
  const { files } = await many.done
  for (const { name, size } of files?.successItems ?? []) console.log(name, size)
  for (const { error, fileId } of files?.errorItems ?? []) console.log(fileId, error.message)
  assert.deepStrictEqual(readdirSync(`${folder}/both`).sort(), ["film.mp4", "notes.txt"])
  assert.strictEqual(files?.errorItems.length, 1)

  await drive.dispose()
}
