/** Begins an archive, says which task it is, and waits to be killed. */
import { createDrive } from "../../../src/promise/node.js"

const [apiHost = "", accessToken = "", sessionDirectory = ""] = process.argv.slice(2)
const drive = createDrive({ apiHost, product: { id: "restart", version: "1.0" }, sessionDirectory })
await drive.session.initialise({ accessToken })
const uploaded = await Promise.all(
  ["one", "two"].map((source) => drive.uploads.start({ source, name: `${source}.txt` }).done)
)
const { asyncTaskId } = await drive.downloads.archive({
  fileIds: uploaded.map(({ fileId }) => fileId),
  name: "both 五.zip"
})
process.stdout.write(`${asyncTaskId}\n`)
setInterval(() => {}, 60_000)
