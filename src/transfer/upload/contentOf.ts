/**
 * What is sent of an upload's file, as the senders of parts and of whole bodies take it.
 */
import type { PartRange } from "../../domain/UploadPlan.js"
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadContent } from "../parts/UploadContent.js"
import type { UploadRun } from "./UploadRun.js"

/** Those of other digests are of another file, and those of other parts of none. */
const takeChecksum = ({ checksums, digests }: UploadCheckpoint) => ({ end, number, start }: PartRange) => {
  if (checksums === undefined || checksums.of !== digests) return undefined
  const index = number - 1
  const crc32 = start === index * checksums.partSize && end - start <= checksums.partSize
    ? checksums.crc32[index]
    : undefined
  checksums.crc32[index] = undefined
  return crc32 === undefined ? undefined : { crc32 }
}

export const contentOf = (run: UploadRun, { integrity = "none" }: UploadTicket): UploadContent => {
  const { engine, entry, hooks, source } = run
  return {
    id: entry.id,
    hooks,
    source,
    priority: run.priority,
    parallel: entry.request.parallel,
    digestKinds: integrity === "crc32" || integrity === "crc64" || integrity === "md5" ? [integrity] : [],
    madeBefore: takeChecksum(run.checkpoint),
    comparesEtags: integrity === "etag",
    limits: engine.tuning.watchdog,
    meterOf: (size) => entry.meter.attempt(size, () => engine.registry.touch(entry)),
    pace: engine.pace
  }
}
