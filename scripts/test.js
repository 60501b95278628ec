/** `npm test`: types, lint, every test; the last line counts the tests. */
import { howTo, s3Tests } from "./s3Tests.js"
import { command, vitestRun } from "./vitestRun.js"

// Beside the tests; what it finds is shown in one piece.
const [check, all] = await Promise.all([command("npm", ["run", "--silent", "check"]), vitestRun("all", [])])
const runs = [all]
const s3 = await s3Tests()
if (s3 !== undefined) runs.push(s3)

const passed = runs.reduce((sum, run) => sum + run.passed, 0)
const failed = runs.reduce((sum, run) => sum + run.failed, 0)
console.log("")
if (s3 === undefined) console.log(howTo)
console.log(`types and lint: ${check === 0 ? "clean" : "FAILED"}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = check === 0 && failed === 0 ? 0 : 1
