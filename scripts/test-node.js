/** `npm run test:node -- 26 [vitest's arguments]`: on another version of Node what `npm test` runs there, or what is named. */
import { nodeRuns, nodeRunsOf, nodeTests } from "./nodeTests.js"

const [version, ...args] = process.argv.slice(2)
if (nodeRuns[version] === undefined) {
  console.error(`usage: npm run test:node -- ${Object.keys(nodeRuns).join("|")} [vitest's arguments]`)
  process.exit(2)
}
const runs = args.length > 0 ? [await nodeTests(version, ["--project", "unit", ...args])] : await nodeRunsOf(version)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log(`${runs.reduce((sum, run) => sum + run.passed, 0)} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
