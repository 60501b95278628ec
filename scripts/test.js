/** `npm test`: types, lint, every test; the last line counts the tests. */
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { nodeRuns, nodeRunsOf } from "./nodeTests.js"
import { howTo, s3Tests } from "./s3Tests.js"
import { command, vitestRun } from "./vitestRun.js"

// One after the other: tests in a browser want the machine for themselves.
const check = await command("npm", ["run", "--silent", "check"])
const runs = [
  await vitestRun("unit", ["--project", "unit", "--project", "alone"], { again: true }),
  await vitestRun("package", ["--project", "package"], { again: true })
]
for (const version of Object.keys(nodeRuns)) runs.push(...await nodeRunsOf(version))
const firefox = await firefoxTests()
if (firefox !== undefined) runs.push(firefox)
const s3 = await s3Tests()
if (s3 !== undefined) runs.push(s3)

const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log("")
if (firefox === undefined) console.log(howToFirefox)
if (s3 === undefined) console.log(howTo)
// At the end, where they are found again: the run itself prints thousands of lines.
for (const failure of runs.flatMap((run) => run.failures)) console.log(`failed: ${failure}`)
for (const failure of runs.flatMap((run) => run.unsteady)) console.log(`unsteady: ${failure}`)
console.log(`types and lint: ${check === 0 ? "clean" : "FAILED"}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = check === 0 && failed === 0 ? 0 : 1
