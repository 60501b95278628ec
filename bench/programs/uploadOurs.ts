/**
 * One file through `drive.uploads.start`, SHA-1 and all, after a short one that loads the code; `transferMs` and
 * `transferCpuMs` leave the hashing out.
 */
import * as S3 from "effect-drive/layers/s3"
import { createDrive } from "effect-drive/promise"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly partSize: number
  readonly parallel: number
  readonly origin: string
  /**
   * False: no part is digested. `checksum`: a storage that is known to compare checksums (s3). Default: as the platform has it, on s3
   * the MD5 of each part beside its sending.
   */
  readonly checks?: boolean | "checksum"
}

const { checks, origin, parallel, partSize, path } = programArguments<Arguments>()
const drive = createDrive({
  apiHost: origin,
  product: { id: "bench", version: "1" },
  language: "en",
  ...(checks === false ? { uploads: { integrity: () => "none" } } : {}),
  ...(checks === "checksum" ? { providers: { s3: S3.layer({ checksums: true }) } } : {})
})
await drive.session.initialise({ accessToken: "bench" })
await drive.uploads.start({ source: new Uint8Array(partSize + 1), name: "warm-up", chunkSize: partSize }).done

const meter = startMeter()
const upload = drive.uploads.start({ source: { path }, name: "ours", chunkSize: partSize, parallel })
let hashing = false
let hashed: ReturnType<typeof meter.elapsed> | undefined
upload.subscribe(({ progress }) => {
  if (hashing && progress !== "computing_hash") hashed = meter.elapsed()
  hashing = progress === "computing_hash"
})
await upload.done
const sample = meter.sample()
report({
  ...sample,
  transferMs: (sample.wallMs ?? Number.NaN) - (hashed?.wallMs ?? Number.NaN),
  transferCpuMs: (sample.cpuMs ?? Number.NaN) - (hashed?.cpuMs ?? Number.NaN)
})
await drive.dispose()
