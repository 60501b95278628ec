/**
 * `S3_TESTS=DIR npm run test:s3-suite [-- pytest's arguments]`: Ceph's own tests of S3 against the emulator's endpoint.
 *
 * `S3_TESTS` names a checkout of github.com/ceph/s3-tests; `PYTHON` is the interpreter that has boto3 and pytest.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { command } from "./vitestRun.js"

const howTo = "Set S3_TESTS to a checkout of https://github.com/ceph/s3-tests. Debian has what it needs: " +
  "apt-get install python3-boto3 python3-pytest python3-munch python3-isodate python3-tz python3-requests " +
  "python3-httplib2 python3-lxml python3-yaml"

const suite = resolve(import.meta.dirname, "../emulator/test/s3/suite")
const files = ["s3tests/functional/test_s3.py", "s3tests/functional/test_headers.py"]

/** An emulator in memory on free ports, and its S3 endpoint. */
async function startEmulator() {
  const words = [join(import.meta.dirname, "start.js"), "emulator/src/cli.ts", "--port", "0", "--json"]
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] })
  for await (const line of createInterface({ input: child.stdout })) return { child, s3: JSON.parse(line).s3 }
  throw new Error("the emulator did not start")
}

const account = (section, { accessKeyId, secretAccessKey }) =>
  [
    `[${section}]`,
    "display_name = effect-drive",
    "user_id = effect-drive",
    "email = drive@example.com",
    `access_key = ${accessKeyId}`,
    `secret_key = ${secretAccessKey}`,
    "tenant = none",
    "lc_debug_interval = 1"
  ].join("\n")

/** The endpoint has one account, so that all of the suite's are this one. */
const configuration = (s3) => {
  const { hostname, port } = new URL(s3.endpoint)
  return [
    `[DEFAULT]\nhost = ${hostname}\nport = ${port}\nis_secure = False`,
    "[fixtures]\nbucket prefix = s3tests-{random}-",
    ...["s3 main", "s3 alt", "s3 tenant", "iam", "iam root", "iam alt root"].map((name) => account(name, s3)),
    ""
  ].join("\n")
}

async function run(checkout, args) {
  const { child, s3 } = await startEmulator()
  const folder = mkdtempSync(join(tmpdir(), "s3-suite-"))
  try {
    writeFileSync(join(folder, "s3tests.conf"), configuration(s3))
    // What only Ceph does has a mark of its own.
    const words = ["-m", "pytest", "-p", "effect_drive_suite", "-p", "no:cacheprovider", "-q", "--tb=short"]
    const named = args.some((word) => word.endsWith(".py") || word.includes("::"))
    const which = [...named ? [] : files, ...args.length === 0 ? ["--whole"] : []]
    return await command(
      process.env.PYTHON ?? "python3",
      [...words, `--rootdir=${checkout}`, "-m", "not fails_on_aws", ...which, ...args],
      {
        cwd: checkout,
        env: {
          S3TEST_CONF: join(folder, "s3tests.conf"),
          PYTHONPATH: `${suite}:${checkout}`,
          PYTHONDONTWRITEBYTECODE: "1"
        }
      }
    )
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const checkout = process.env.S3_TESTS
if (checkout === undefined || !existsSync(join(checkout, files[0]))) {
  console.error(howTo)
  process.exitCode = 1
} else process.exitCode = await run(resolve(checkout), process.argv.slice(2))
