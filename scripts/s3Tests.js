/** The S3 suites: against the server that the environment names, else against a Ceph of our own, if it is installed. */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { vitestRun } from "./vitestRun.js"

const ceph = join(import.meta.dirname, "ceph.sh")

export const howTo = "S3 suites left out: set S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_KEY and S3_SECRET, or " +
  "`apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-common`, then `npm run test:s3`"

/** What also runs on a Ceph that takes parts as small as those of OSS. */
const withSmallParts = ["ossGateway", "ossProvider"]

const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  failures: [...one.failures, ...other.failures],
  unsteady: [...one.unsteady, ...other.unsteady]
})

/** The counts of the runs, or `undefined` when there is no server to run against. */
export async function s3Tests(args = [], { inOnePiece = false } = {}) {
  const given = ["--config", "vitest.s3.config.ts", ...args]
  const env = {
    S3_REGION: process.env.S3_REGION ?? "us-east-1",
    S3_BUCKET: process.env.S3_BUCKET ?? "effect-drive-test"
  }
  if (process.env.S3_ENDPOINT !== undefined) return vitestRun("s3", given, { env, inOnePiece })
  if (spawnSync(ceph, ["installed"]).status !== 0) return undefined
  const wrapper = [ceph, "run"]
  const counts = await vitestRun("s3", given, { env, inOnePiece, wrapper })
  if (args.length > 0) return counts
  const smallParts = { ...env, CEPH_MIN_PART: "102400" }
  const options = { env: smallParts, inOnePiece, wrapper }
  return sum(counts, await vitestRun("s3-small-parts", [...given, ...withSmallParts], options))
}
