/** An upload of very many parts continues after a restart: what is asked for, what is sent, how soon. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Begun } from "./discardServer.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row } from "./harness.js"
import { measured, seconds } from "./harness.js"

const pageSize = 1000

/** `parts` of 5 MiB, all of zeros that take no room on the disk; three are missing: the first, the last, and one between. */
export async function resumedUpload(parts: number): Promise<ReadonlyArray<Row>> {
  const missing = [1, parts >> 1, parts]
  const begun: Begun = { uploadId: "upload-earlier", parts, partSize: 5 * 1024 * 1024, missing }
  const work = mkdtempSync(join(tmpdir(), "effect-drive-resume-"))
  const path = join(work, "many-parts.bin")
  const server = await startDiscardServer({ begun })
  try {
    writeFileSync(path, "")
    truncateSync(path, parts * begun.partSize)
    const { wallMs = Number.NaN } = await measured("resumeMany", {
      ...begun,
      path,
      directory: join(work, "sessions"),
      origin: server.origin
    })
    const { listPages, partsSent, partsSentAgain, readyMs } = await server.counts()
    const pages = Math.ceil((parts - missing.length) / pageSize)
    const what = `resume of ${parts} parts, ${missing.length} missing`
    return [
      {
        what: `${what}: list pages and parts sent, of ${pages} and ${missing.length}`,
        ours: `${listPages} and ${partsSent}`,
        value: (listPages + partsSent) / (pages + missing.length),
        bar: 1
      },
      { what: `${what}: listed parts sent again`, ours: String(partsSentAgain), value: partsSentAgain, bar: 0 },
      {
        what: `${what}: seconds from the last page to the first part`,
        ours: seconds(readyMs),
        value: readyMs < 0 ? Number.NaN : readyMs / 1000,
        bar: 1
      },
      { what: `${what}: seconds in all`, ours: seconds(wallMs), value: wallMs / 1000 }
    ]
  } finally {
    server.stop()
    rmSync(work, { recursive: true, force: true })
  }
}
