/** `npm run test:node -- 26 [vitest's arguments]`: on another version of Node what `npm run test:elsewhere` runs there, or what is named. */
import { nodeTests, nodeVersions, packedTests, sourceTests } from "./nodeTests.js"

const [version, ...args] = process.argv.slice(2)
if (!nodeVersions.includes(version)) {
  console.error(`usage: npm run test:node -- ${nodeVersions.join("|")} [vitest's arguments]`)
  process.exit(2)
}
const runs = args.length > 0
  ? [await nodeTests(version, { args: ["--project", "unit", "--project", "components"], files: args })]
  : [...await sourceTests([version]), ...await packedTests([version])]
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log(`${runs.reduce((sum, run) => sum + run.passed, 0)} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
