/**
 * `npm run test:soak [-- FILE... or vitest's arguments]`: the property tests, or those files of them, with PROPERTY_RUNS runs each
 * (default 100,000), from a seed of its own.
 */
import { vitestRun } from "./vitestRun.js"

const runs = process.env.PROPERTY_RUNS ?? "100000"
const seed = process.env.PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
console.log(`PROPERTY_SEED=${seed}`)
const given = process.argv.slice(2)
const files = given.some((argument) => argument.startsWith("test/")) ? [] : ["test/property"]
const counts = await vitestRun(
  "soak",
  ["--project", "unit", ...files, ...given],
  { env: { PROPERTY_RUNS: runs, PROPERTY_SEED: seed } }
)
console.log(`${counts.passed} passed, ${counts.failed} failed, with ${runs} runs a property`)
process.exitCode = counts.failed === 0 ? 0 : 1
