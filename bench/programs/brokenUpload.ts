/**
 * An upload in parts that says when half of it is stored, and how many parts are in flight then. `stop`: stops and resumes itself;
 * `kill` and `cut`: whoever listens breaks it off; `resume`: continues with what an earlier program left.
 */
import { createDrive } from "effect-drive/promise"
import { programArguments } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly directory: string
  readonly origin: string
  readonly how: "cut" | "kill" | "resume" | "stop"
}

const { directory, how, origin, path } = programArguments<Arguments>()
const drive = createDrive({
  apiHost: origin,
  product: { id: "bench", version: "1" },
  language: "en",
  sessionDirectory: directory
})
await drive.session.initialise({ accessToken: "bench" })

const began = async () => {
  if (how !== "resume") return drive.uploads.start({ source: { path }, name: "large.bin" })
  const [found] = await drive.uploads.recoverable()
  if (found === undefined) throw new Error("the session was not found")
  await drive.uploads.resume(found.id)
  return drive.uploads.get(found.id)
}

const upload = await began()
if (upload === undefined) throw new Error("the upload is not on the list")
if (how !== "resume") {
  const inFlight = await new Promise<number>((resolve) => {
    const end = upload.subscribe(({ bytes, parallel, size = 0 }) => {
      if (bytes.accepted < size / 2) return
      end()
      resolve(parallel)
    })
  })
  console.log(`half ${inFlight}`)
  if (how === "stop") {
    await upload.stop()
    await upload.resume()
  }
}
await upload.done
await drive.dispose()
