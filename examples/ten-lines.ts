import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"

const { accessToken, apiHost, close } = await startEmulator()
const drive = createDrive({ apiHost, product: { id: "demo", version: "1.0" }, language: "en" })
await drive.session.initialise({ accessToken })

const upload = drive.uploads.start({ source: new Blob(["Hello, drive"]), name: "hello.txt", path: "notes/2026" })
upload.subscribe(({ bytes, progress }) => console.log(progress, bytes.accepted))
const { fileId } = await upload.done

for await (const file of drive.files.listAll()) console.log(file.name)
console.log(await (await drive.downloads.blob({ fileId })).text())
await drive.dispose()
await close()
