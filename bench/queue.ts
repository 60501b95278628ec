/** Many files: round trips of small ones, and the cost of a long queue. */
import { startDiscardServer } from "./discardServer.js"
import type { Row } from "./harness.js"
import { interleaved, kibibytes, measured, seconds } from "./harness.js"

const delayMs = 30
const atATime = 8

/** Create and put: two round trips a file, `atATime` files at a time. */
export async function smallFiles(files: number, turns: number): Promise<ReadonlyArray<Row>> {
  const server = await startDiscardServer({ delayMs })
  try {
    const { ours } = await interleaved(turns, {
      ours: () => measured("manySmall", { files, bytes: 65_536, atATime, origin: server.origin })
    })
    const ideal = files * 2 * delayMs / atATime
    const { requests = Number.NaN, wallMs = Number.NaN } = ours
    const what = `${files} files of 64 KiB, ${delayMs} ms added, ${atATime} at a time`
    return [
      { what: `${what}: × ideal ${seconds(ideal)}`, ours: seconds(wallMs), value: wallMs / ideal, bar: 1.25 },
      { what: `${what}: requests a file`, ours: String(requests), value: requests / files, bar: 2.1 }
    ]
  } finally {
    server.stop()
  }
}

export async function queued(count: number, turns: number): Promise<ReadonlyArray<Row>> {
  const server = await startDiscardServer({ holdCreates: true })
  const answering = await startDiscardServer({})
  try {
    const { done, folder, ours } = await interleaved(turns, {
      ours: () => measured("queue", { count, origin: server.origin, as: "uploads" }),
      folder: () => measured("queue", { count, origin: server.origin, as: "folder" }),
      done: () => measured("queue", { count, origin: answering.origin, as: "done" })
    })
    const { addMs = Number.NaN, bytesEach = Number.NaN } = ours
    const { bytesEach: folderBytes = Number.NaN } = folder
    const { bytesEach: doneBytes = Number.NaN } = done
    return [
      {
        what: `${count} queued uploads: KiB of state each`,
        ours: kibibytes(bytesEach),
        value: bytesEach / 1024,
        bar: 1
      },
      {
        what: `a folder of ${count} files: KiB of state each`,
        ours: kibibytes(folderBytes),
        value: folderBytes / 1024,
        bar: 1
      },
      {
        what: `${count} uploads that are done: KiB of state each`,
        ours: kibibytes(doneBytes),
        value: doneBytes / 1024
      },
      { what: `${count} queued uploads: seconds to add`, ours: seconds(addMs), value: addMs / 1000, bar: 1 }
    ]
  } finally {
    server.stop()
    answering.stop()
  }
}
