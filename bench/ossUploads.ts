/** Large uploads to an OSS space against `multipartUpload` of ali-oss, to a server that throws the bytes away. */
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"
import { against, interleaved, measured, mebibytes, seconds } from "./harness.js"
import { withFile } from "./uploads.js"

const mebibyte = 1024 * 1024
const partSize = 5 * mebibyte
const parallel = 5

const at = (sample: Sample, name: string): number => sample[name] ?? Number.NaN

/** `bare` digests no part, so that only bytes are moved; the peer never does. */
export const ossUploads = (size: number, turns: number): Promise<ReadonlyArray<Row>> =>
  withFile(size, async (path) => {
    const server = await startDiscardServer({ platform: "oss" })
    const args = { path, partSize, parallel, origin: server.origin }
    try {
      const { bare, ours, peer } = await interleaved(turns, {
        ours: () => measured("uploadOurs", args),
        bare: () => measured("uploadOurs", { ...args, checks: false }),
        peer: () => measured("uploadOssPeer", args)
      })
      const what = `oss upload ${mebibytes(size)}, discarded`
      const allowed = parallel * partSize + 48 * mebibyte
      return [
        against(`${what}, transfer alone: wall`, at(bare, "transferMs"), at(peer, "wallMs"), seconds, 0.6),
        against(`${what}, transfer alone: CPU`, at(bare, "transferCpuMs"), at(peer, "cpuMs"), seconds, 0.6),
        against(`${what}, SHA-1 and CRC64 included: wall`, at(ours, "wallMs"), at(peer, "wallMs"), seconds, 1.2),
        against(`${what}, SHA-1 and CRC64 included: CPU`, at(ours, "cpuMs"), at(peer, "cpuMs"), seconds, 1.2),
        {
          what: `${what}: peak memory, of ${mebibytes(allowed)}`,
          ours: mebibytes(at(ours, "peakBytes")),
          value: at(ours, "peakBytes") / allowed,
          bar: 1
        },
        against(`${what}: peak memory, of the peer's`, at(ours, "peakBytes"), at(peer, "peakBytes"), mebibytes, 1)
      ]
    } finally {
      server.stop()
    }
  })
