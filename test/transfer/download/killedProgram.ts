/** Saves a file until it is killed. */
import { createDrive } from "../../../src/promise/node.js"

const [apiHost = "", accessToken = "", fileId = "", target = ""] = process.argv.slice(2)
const drive = createDrive({
  apiHost,
  product: { id: "killed", version: "1.0" },
  downloads: { ranges: 4, rangeSize: 262_144 }
})
await drive.session.initialise({ accessToken })
await drive.downloads.start({ fileId, target }).done
process.stdout.write("done\n")
await drive.dispose()
