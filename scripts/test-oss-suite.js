/**
 * `OSS_TESTS=checkout npm run test:oss-suite [-- words of a file's name]`: the tests of ali-oss (github.com/ali-sdk/ali-oss, with
 * its dependencies installed) against the emulator's OSS endpoint. What is known to fail is in `test/layers/storage/oss/suiteExceptions.txt`.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { judge, parseExceptions } from "./ossSuite/exceptions.js"

const root = resolve(import.meta.dirname, "..")
const words = process.argv.slice(2)

function checkoutOf(path) {
  if (path === undefined) throw new Error("set OSS_TESTS to a checkout of github.com/ali-sdk/ali-oss")
  const checkout = resolve(path)
  if (!existsSync(join(checkout, "test/node"))) throw new Error(`no tests of ali-oss in ${checkout}`)
  if (!existsSync(join(checkout, "node_modules/mocha"))) {
    throw new Error(`the dependencies are missing: (cd ${checkout} && npm install --ignore-scripts)`)
  }
  return checkout
}

/** The emulator, and its address once it says where it is. */
function startEmulator() {
  const child = spawn(
    process.execPath,
    [join(root, "scripts/start.js"), join(root, "emulator/src/cli.ts"), "--port", "0", "--json"],
    { cwd: root, stdio: ["ignore", "pipe", "inherit"] }
  )
  const address = new Promise((told, failed) => {
    createInterface(child.stdout).once("line", (line) => told(JSON.parse(line)))
    child.once("exit", (status) => failed(new Error(`the emulator ended with status ${status}`)))
  })
  return { address, stop: () => child.kill("SIGTERM") }
}

function testFiles(checkout) {
  return readdirSync(join(checkout, "test/node"), { recursive: true })
    .filter((name) => name.endsWith(".test.js") && (words.length === 0 || words.some((word) => name.includes(word))))
    .map((name) => join("test/node", name))
    .sort()
}

/** Runs mocha in the checkout and reads its report; `dryRun` names the tests and runs none. */
function mocha(checkout, files, env, report, flags = []) {
  const args = [
    "--import",
    join(root, "scripts/ossSuite/thisMachineOnly.js"),
    join(checkout, "node_modules/mocha/bin/_mocha"),
    ...["--timeout", "120000", "--require", "should", "--exit", "--reporter", "json"],
    ...["--reporter-option", `output=${report}`],
    ...flags,
    ...files
  ]
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, args, {
      cwd: checkout,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...env }
    })
    child.once("error", failed)
    child.once("exit", () => {
      try {
        done(JSON.parse(readFileSync(report, "utf8")))
      } catch (cause) {
        failed(new Error("mocha left no report", { cause }))
      }
    })
  })
}

const environmentFor = ({ oss }) => ({
  OSS_SUITE_PORT: new URL(oss.endpoint).port,
  ALI_CLOUD_ENDPOINT: oss.endpoint.replace("127.0.0.1", "localhost"),
  ALI_SDK_OSS_ID: oss.accessKeyId,
  ALI_SDK_OSS_SECRET: oss.accessKeySecret,
  ALI_SDK_OSS_REGION: oss.region,
  ALI_SDK_STS_ID: oss.accessKeyId,
  ALI_SDK_STS_SECRET: oss.accessKeySecret,
  ALI_SDK_STS_BUCKET: oss.bucket,
  ALI_SDK_STS_ROLE: "acs:ram::1234567890:role/suite"
})

const show = (heading, lines) => {
  if (lines.length > 0) console.log(`\n${heading}:\n${lines.map((line) => `  ${line}`).join("\n")}`)
}

async function run() {
  const checkout = checkoutOf(process.env.OSS_TESTS)
  const exceptions = parseExceptions(readFileSync(join(root, "test/layers/storage/oss/suiteExceptions.txt"), "utf8"))
  const files = testFiles(checkout)
  const folder = mkdtempSync(join(tmpdir(), "oss-suite-"))
  const emulator = startEmulator()
  try {
    const env = environmentFor(await emulator.address)
    const { tests } = await mocha(checkout, files, env, join(folder, "named.json"), ["--dry-run"])
    const report = await mocha(checkout, files, env, join(folder, "run.json"))
    const passes = new Set(report.passes.map(({ fullTitle }) => fullTitle))
    const outcomes = tests.map(({ fullTitle }) => ({ title: fullTitle, passed: passes.has(fullTitle) }))
    const verdict = judge(outcomes, exceptions)
    const reasons = report.failures.map(({ err, fullTitle }) => `${fullTitle}: ${String(err.message).split("\n")[0]}`)
    const unexpected = verdict.failed.concat(words.length === 0 ? verdict.withoutTest : [], verdict.passedThoughListed)
    if (verdict.failed.length > 0) show("What mocha says of failures", reasons)
    show("Failed or did not run, and are not listed", verdict.failed)
    show("Passed, though they are listed", verdict.passedThoughListed)
    if (words.length === 0) show("Listed, but no such test", verdict.withoutTest)
    console.log(`\n${verdict.passed} of ${outcomes.length} passed, ${verdict.excused} are listed exceptions`)
    process.exitCode = unexpected.length === 0 ? 0 : 1
  } finally {
    emulator.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await run().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
