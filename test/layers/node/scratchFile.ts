import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { SourceInput } from "../../../src/services/UploadSource.js"
import { UploadSources } from "../../../src/services/UploadSource.js"

/** A file of these bytes, in a folder that goes with the scope. */
export const scratchFile = (bytes: Uint8Array) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "scratch-"))),
      (created) => Effect.sync(() => fs.rmSync(created, { recursive: true, force: true }))
    ),
    (folder) => {
      const file = path.join(folder, "file")
      fs.writeFileSync(file, bytes)
      return file
    }
  )

export const openSource = (input: SourceInput) =>
  Effect.flatMap(UploadSources, (sources) => sources.open(input, { name: "file" }))
