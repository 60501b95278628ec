/**
 * What is sent of an upload's file, as the senders of parts and of whole bodies take it.
 */
import type { UploadTicket } from "../../services/StorageProvider.js"
import type { UploadCheckpoint } from "../../services/uploads/UploadCheckpoint.js"
import type { UploadContent } from "../parts/UploadContent.js"
import type { UploadRun } from "./UploadRun.js"

/** Those of other digests are of another file, and those of other parts of none. */
const takeChecksum =
  ({ checksums, digests }: UploadCheckpoint): UploadContent["madeBefore"] => ({ end, number, start }, kind) => {
    if (checksums === undefined || checksums.of !== digests || checksums.kind !== kind) return undefined
    const { partSize, sums } = checksums
    const index = number - 1
    const sum = start === index * partSize && end - start <= partSize ? sums[index] : undefined
    sums[index] = undefined
    return sum === undefined ? undefined : { [kind]: sum }
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
