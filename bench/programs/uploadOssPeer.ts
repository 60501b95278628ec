/** `multipartUpload` of ali-oss as its users use it: one file by its path; after a short one that loads the code. */
import OSS from "ali-oss"
import { programArguments, report, startMeter } from "../meter.js"

interface Arguments {
  readonly path: string
  readonly partSize: number
  readonly parallel: number
  readonly origin: string
}

const { origin, parallel, partSize, path } = programArguments<Arguments>()
/** Its published types do not know `sldEnable`: the bucket in the path. */
const options = {
  endpoint: origin,
  region: "oss-cn-hangzhou",
  bucket: "bench",
  accessKeyId: "benchkey",
  accessKeySecret: "benchsecret",
  authorizationV4: true,
  sldEnable: true
}
const client = new OSS(options)

await client.multipartUpload("warm-up", Buffer.alloc(partSize + 1), { partSize, parallel })

const meter = startMeter()
await client.multipartUpload("peer", path, { partSize, parallel })
report(meter.sample())
process.exit()
