/**
 * A program of a user, run by other runtimes than Node beside the installed package. Its one argument says what it does; it prints what
 * it saw as JSON.
 */
import { createDrive } from "effect-drive/promise"

const { accessToken, apiHost, fileId, from, phase, spaceId, state, to } = JSON.parse(process.argv[2])
const drive = createDrive({
  apiHost,
  product: { id: "app", version: "1.0" },
  sessionDirectory: state,
  limits: { part: 1 },
  downloads: { ranges: 1, rangeSize: 4_194_304 }
})
await drive.session.initialise({ accessToken })
await drive.spaces.select(spaceId)

/** Stops the transfer as soon as `some` of its bytes are where they go. */
const stopAfterSome = async (transfer, some) => {
  // of an upload it has more to say
  const tagOf = ({ status }) => status._tag ?? status
  await new Promise((done) => {
    const off = transfer.subscribe((snapshot) => {
      if (some(snapshot) === 0 && tagOf(snapshot) !== "failed") return
      off()
      done()
    })
  })
  await transfer.stop()
  const snapshot = transfer.snapshot()
  return { status: tagOf(snapshot), some: some(snapshot) }
}

const accepted = ({ bytes }) => bytes.accepted
const received = (snapshot) => snapshot.received

const phases = {
  upload: () => stopAfterSome(drive.uploads.start({ source: { path: from } }), accepted),
  resume: async () => {
    const [found] = await drive.uploads.recoverable()
    const upload = drive.uploads.get(found.id)
    await upload.resume()
    const result = await upload.done
    return { had: accepted(found), fileId: result.fileId, verified: result.verified }
  },
  download: () => stopAfterSome(drive.downloads.start({ fileId, target: to }), received),
  continue: async () => {
    const { verified } = await drive.downloads.start({ fileId, target: to }).done
    return { verified }
  },
  bunFile: async () => {
    const missing = await drive.uploads.start({ source: Bun.file(`${from}.missing`) }).done.catch(({ _tag }) => _tag)
    const { fileId } = await drive.uploads.start({ source: Bun.file(from) }).done
    const { name } = await drive.files.info(fileId)
    const slice = await drive.uploads.start({ source: Bun.file(from).slice(0, 1000), name: "slice.bin" }).done
    const changing = drive.uploads.start({ source: Bun.file(to), name: "changing.bin", chunkSize: 5_242_880 })
    await new Promise((done) => changing.subscribe(({ bytes }) => bytes.accepted > 0 && done()))
    await Bun.write(to, new Uint8Array((await Bun.file(to).arrayBuffer()).byteLength))
    const changed = await changing.done.catch(({ _tag }) => _tag)
    return { missing, name, slice: (await drive.files.info(slice.fileId)).size, changed }
  },
  list: async () => {
    const names = []
    for await (const { name, size } of drive.files.listAll()) names.push([name, size])
    const blob = await drive.downloads.blob({ fileId })
    return { names, size: blob.size }
  }
}

const seen = await phases[phase]()
await drive.dispose()
console.log(JSON.stringify(seen))
