/** A page with the whole drive in it, as an application has it. */
import * as Pds from "../../../src/layers/loading/Pds.js"
import * as browser from "../../../src/promise/browser.js"

const sha1 = async (blob: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-1", await blob.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** Bytes that do not compress into a pattern a mistake could hide in. */
const bytes = (size: number): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(size)
  for (let start = 0; start < size; start += 65_536) crypto.getRandomValues(all.subarray(start, start + 65_536))
  return all
}

const roundTrip = async (drive: browser.DriveClient, file: File) => {
  const parentFileId = await drive.files.ensureFolder("from a page")
  const upload = drive.uploads.start({ source: file, parentFileId })
  const sent: Array<number> = []
  upload.subscribe((snapshot) => sent.push(snapshot.bytes.sent))
  const { fileId } = await upload.done
  const { contentType, name, size } = await drive.files.info(fileId)
  const same = await sha1(await drive.downloads.blob({ fileId })) === await sha1(file)
  const { href } = await drive.downloads.url(fileId)
  const fetched = await sha1(await (await fetch(href)).blob()) === await sha1(file)
  const rises = sent.every((count, index) => index === 0 || count >= (sent[index - 1] ?? 0))
  return { fileId, name, size, contentType, same, fetched, rises, multipart: upload.snapshot().multipart }
}

const run = async (apiHost: string, accessToken: string) => {
  const drive = browser.createDrive({ apiHost, product: { id: "page", version: "1.0" } })
  try {
    const space = await drive.session.initialise({ accessToken })
    const small = await roundTrip(drive, new File(["{\"a\":1}"], "数据 & more.json", { type: "application/json" }))
    const large = await roundTrip(drive, new File([bytes(12_000_001)], "large.bin", { type: "video/mp4" }))
    const stopped = drive.uploads.start({ source: new File([bytes(20_000_000)], "stopped.bin") })
    await new Promise<void>((resolve) => stopped.subscribe(({ bytes }) => bytes.accepted > 0 && resolve()))
    await stopped.stop()
    await stopped.resume()
    await stopped.done
    const names: Array<string> = []
    for await (const file of drive.files.listAll()) names.push(file.name)
    const save = await drive.downloads.save({ fileId: small.fileId, target: "y" }).then(
      () => "saved",
      (error) => error._tag
    )
    return { spaceId: String(space.spaceId), small, large, names, save, exports: Object.keys(browser).sort() }
  } finally {
    await drive.dispose()
  }
}

/** Brings one file up to pds, its parts in any order where the domain has that, and reads it again. */
const runParallel = async (apiHost: string, accessToken: string) => {
  const providers = { pds: Pds.layer({ parallelUpload: true }) }
  const drive = browser.createDrive({ apiHost, product: { id: "page", version: "1.0" }, providers })
  try {
    await drive.session.initialise({ accessToken })
    const file = new File([bytes(9_000_001)], "parallel.bin")
    const { fileId } = await drive.uploads.start({ source: file, chunkSize: 1_048_576 }).done
    return await sha1(await drive.downloads.blob({ fileId })) === await sha1(file)
  } finally {
    await drive.dispose()
  }
}

declare global {
  interface Window {
    drive: { readonly run: typeof run; readonly runParallel: typeof runParallel }
  }
}

window.drive = { run, runParallel }
