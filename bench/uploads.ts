/** Large uploads against lib-storage: wall, CPU and memory. */
import { randomFillSync } from "node:crypto"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Storage } from "./discardServer.js"
import { startDiscardServer } from "./discardServer.js"
import type { Row, Sample } from "./harness.js"
import { against, interleaved, measured, mebibytes, seconds } from "./harness.js"

const mebibyte = 1024 * 1024
const partSize = 5 * mebibyte
const parallel = 5

/** Runs `use` with a file of this size, never twice the same 4 MiB in a row. */
export async function withFile<A>(size: number, use: (path: string) => Promise<A>): Promise<A> {
  const folder = mkdtempSync(join(tmpdir(), "effect-drive-bench-"))
  const path = join(folder, "source.bin")
  try {
    const file = openSync(path, "w")
    const block = randomFillSync(Buffer.alloc(4 * mebibyte))
    for (let written = 0; written < size; written += block.length) {
      block.writeDoubleLE(written)
      writeSync(file, block, 0, Math.min(block.length, size - written))
    }
    closeSync(file)
    return await use(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same file by ours and by the peer, to the discarding server or to `storage`, which is emptied after each turn. */
async function both(path: string, turns: number, storage?: Storage): Promise<Record<"ours" | "peer", Sample>> {
  const server = await startDiscardServer({ storage })
  const args = { path, partSize, parallel, queueSize: parallel, origin: server.origin, storage }
  const turn = async (program: string): Promise<Sample> => {
    if (storage !== undefined) await measured("bucket", storage)
    return measured(program, args)
  }
  try {
    return await interleaved(turns, { ours: () => turn("uploadOurs"), peer: () => turn("uploadPeer") })
  } finally {
    server.stop()
  }
}

const at = (sample: Sample, name: string): number => sample[name] ?? Number.NaN

/**
 * To a server that throws the bytes away: what the client itself costs. `bare` checks nothing, `checksum` sends one along with each part,
 * `md5` makes one beside the sending; `best` is the peer as fast as its options allow, which checks nothing either.
 */
export const discarding = (size: number, turns: number): Promise<ReadonlyArray<Row>> =>
  withFile(size, async (path) => {
    const server = await startDiscardServer()
    const args = { path, partSize, parallel, queueSize: parallel, origin: server.origin }
    try {
      const { bare, best, checksum, md5, peer } = await interleaved(turns, {
        bare: () => measured("uploadOurs", { ...args, checks: false }),
        checksum: () => measured("uploadOurs", { ...args, checks: "checksum" }),
        md5: () => measured("uploadOurs", args),
        peer: () => measured("uploadPeer", args),
        best: () => measured("uploadPeer", { ...args, best: true })
      })
      const what = `upload ${mebibytes(size)}, discarded`
      const checked = (how: string, ours: Sample, bar: number): ReadonlyArray<Row> => [
        against(`${what}, SHA-1 and ${how} included: wall`, at(ours, "wallMs"), at(peer, "wallMs"), seconds, bar),
        against(`${what}, SHA-1 and ${how} included: CPU`, at(ours, "cpuMs"), at(peer, "cpuMs"), seconds, bar),
        against(
          `${what}, SHA-1 and ${how} included, peer at its best: wall`,
          at(ours, "wallMs"),
          at(best, "wallMs"),
          seconds,
          bar
        ),
        against(
          `${what}, SHA-1 and ${how} included, peer at its best: CPU`,
          at(ours, "cpuMs"),
          at(best, "cpuMs"),
          seconds,
          bar
        )
      ]
      return [
        ...checked("CRC32", checksum, 0.5),
        ...checked("MD5", md5, 0.8),
        against(`${what}, transfer alone: wall`, at(bare, "transferMs"), at(peer, "wallMs"), seconds, 0.3),
        against(`${what}, transfer alone: CPU`, at(bare, "transferCpuMs"), at(peer, "cpuMs"), seconds)
      ]
    } finally {
      server.stop()
    }
  })

/** The highest memory over the baseline. */
export const memory = (size: number): Promise<ReadonlyArray<Row>> =>
  withFile(size, async (path) => {
    const { ours, peer } = await both(path, 1)
    const what = `upload ${mebibytes(size)}: peak memory`
    const allowed = parallel * partSize + 48 * mebibyte
    return [
      {
        what: `${what}, of ${mebibytes(allowed)}`,
        ours: mebibytes(at(ours, "peakBytes")),
        value: at(ours, "peakBytes") / allowed,
        bar: 1
      },
      against(`${what}, of the peer's`, at(ours, "peakBytes"), at(peer, "peakBytes"), mebibytes, 1)
    ]
  })

/** To a real S3 server, named by the environment as for `npm run test:s3`. */
export const toServer = (name: string, size: number, turns: number): Promise<ReadonlyArray<Row>> =>
  withFile(size, async (path) => {
    const storage: Storage = {
      endpoint: process.env.S3_ENDPOINT,
      region: process.env.S3_REGION ?? "us-east-1",
      bucket: process.env.S3_BUCKET ?? "effect-drive-bench",
      key: process.env.S3_KEY ?? "",
      secret: process.env.S3_SECRET ?? ""
    }
    const { ours, peer } = await both(path, turns, storage)
    const what = `upload ${mebibytes(size)} to ${name}, SHA-1 included`
    return [
      against(`${what}: wall`, at(ours, "wallMs"), at(peer, "wallMs"), seconds, 0.8),
      against(`${what}: CPU`, at(ours, "cpuMs"), at(peer, "cpuMs"), seconds)
    ]
  })
