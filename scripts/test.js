/** `npm test`: types, lint, every test; the last line counts the tests. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { firefoxTests, howTo as howToFirefox } from "./firefoxTests.js"
import { packedTests, sourceTests } from "./nodeTests.js"
import { howTo, s3Tests } from "./s3Tests.js"
import { command, vitestRun } from "./vitestRun.js"

/** The package is built and packed by the first run that asks for it. */
async function packageTests() {
  const packed = mkdtempSync(join(tmpdir(), "effect-drive-packed-"))
  const env = { EFFECT_DRIVE_PACKED: packed }
  try {
    const here = await vitestRun("package", ["--project", "package"], { again: true, env })
    return [here, ...await packedTests(undefined, { env })]
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

/** Other releases of Node, another storage, another browser. */
async function testsElsewhere() {
  const options = { inOnePiece: true }
  const nodes = await sourceTests(undefined, options)
  const s3 = await s3Tests([], options)
  const firefox = await firefoxTests([], options)
  return { nodes, s3, firefox }
}

const check = await command("npm", ["run", "--silent", "check"])
// Alone: its workers keep all processors busy, and tests in a browser want the machine for themselves.
const unit = await vitestRun("unit", ["--project", "unit", "--project", "alone"], { again: true })
// Side by side: the tests of the package wait for installers, compilers and bundlers, one after the other.
const [packages, { firefox, nodes, s3 }] = await Promise.all([packageTests(), testsElsewhere()])
const runs = [unit, ...packages, ...nodes, firefox, s3].filter((run) => run !== undefined)

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
