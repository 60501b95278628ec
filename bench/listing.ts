/** A very long folder: what is held while it streams by, and what reading a page of it costs. A short one: what a call costs. */
import { startDiscardServer } from "./discardServer.js"
import type { Row } from "./harness.js"
import { against, interleaved, measured, mebibytes, seconds } from "./harness.js"

const pageSize = 1000

/** A page, the one that is fetched ahead, and what the collector has not looked at yet. */
const allowed = 16 * 1024 * 1024

export const listing = async (entries: number, turns: number): Promise<ReadonlyArray<Row>> => {
  const server = await startDiscardServer({ entries })
  try {
    const args = { entries, pageSize, origin: server.origin }
    const { heldBytes = Number.NaN, wallMs = Number.NaN } = await measured("listAll", args)
    const { bare, ours } = await interleaved(turns, {
      ours: () => measured("decodePage", { ...args, by: "ours" }),
      bare: () => measured("decodePage", { ...args, by: "bare" })
    })
    const calls = await interleaved(turns, {
      ours: () => measured("listCalls", { ...args, by: "ours" }),
      bare: () => measured("listCalls", { ...args, by: "bare" })
    })
    const what = `list of ${entries} entries`
    return [
      {
        what: `${what}: most bytes held over those at the start, of ${mebibytes(allowed)}`,
        ours: mebibytes(heldBytes),
        value: heldBytes / allowed,
        bar: 1
      },
      { what: `${what}: seconds in all, in pages of ${pageSize}`, ours: seconds(wallMs), value: wallMs / 1000 },
      against(
        `reading a page of ${pageSize}, against JSON.parse and a bare Schema.decodeUnknown: CPU`,
        ours.pageMs ?? Number.NaN,
        bare.pageMs ?? Number.NaN,
        (ms) => `${ms.toFixed(2)} ms`,
        1.3
      ),
      against(
        "a list of 10 from Node, against node:http and JSON.parse: CPU",
        calls.ours.callMs ?? Number.NaN,
        calls.bare.callMs ?? Number.NaN,
        (ms) => `${ms.toFixed(2)} ms`
      )
    ]
  } finally {
    server.stop()
  }
}
