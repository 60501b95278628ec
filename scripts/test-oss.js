/** `npm run test:oss [-- vitest's arguments]`: against the bucket that the environment names, else the emulator's. */
import { vitestRun } from "./vitestRun.js"

if (process.env.OSS_ENDPOINT === undefined) {
  console.error("no OSS_ENDPOINT (with OSS_REGION, OSS_BUCKET, OSS_KEY, OSS_SECRET): the emulator's bucket is taken")
}
const counts = await vitestRun("oss", ["--config", "vitest.oss.config.ts", ...process.argv.slice(2)])
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed === 0 ? 0 : 1
