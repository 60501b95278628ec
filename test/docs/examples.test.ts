/** The programs of `examples/`, run as their readers run them. */
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { waitLimit } from "../limits.js"

const root = join(import.meta.dirname, "../..")

describe("ten-lines.ts", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("says what it did", async () => {
    const said: Array<unknown> = []
    vi.spyOn(console, "log").mockImplementation((...words: ReadonlyArray<unknown>) => void said.push(words.join(" ")))
    await import("../../examples/ten-lines.js")
    assert.deepStrictEqual(said.slice(-2), ["notes", "Hello, drive"])
  })

  it("is the code of the README's first screen", () => {
    const [, code] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
    assert.strictEqual(code, readFileSync(join(root, "examples/ten-lines.ts"), "utf8"))
  })
})

describe("first-run", () => {
  let work = ""
  let temporary = ""
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), "effect-drive-examples-"))
    temporary = join(work, "tmp")
    mkdirSync(temporary)
    mkdirSync(join(work, "tree/empty"), { recursive: true })
    mkdirSync(join(work, "tree/nested/deep"), { recursive: true })
    writeFileSync(join(work, "tree/a.txt"), "a")
    writeFileSync(join(work, "tree/nothing.bin"), "")
    mkdirSync(join(work, "tree/many"))
    for (let index = 0; index < 16; index++) writeFileSync(join(work, "tree/many", `${index}.txt`), `file ${index}`)
    writeFileSync(join(work, "tree/nested/夏.txt"), "summer")
    writeFileSync(join(work, "tree/nested/deep/large.bin"), Buffer.alloc(6_000_000, "large"))
  })
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  const start = (args: ReadonlyArray<string>) => {
    const script = [join(root, "scripts/start.js"), join(root, "examples/first-run/main.ts"), ...args]
    const child = spawn(process.execPath, script, { cwd: root, env: { ...process.env, TMPDIR: temporary } })
    const said = { out: "", err: "" }
    child.stdout.on("data", (chunk) => said.out += chunk)
    child.stderr.on("data", (chunk) => said.err += chunk)
    const ended = new Promise<{ status: number | null; out: string; err: string }>((resolve) =>
      child.on("close", (status) => resolve({ status, ...said }))
    )
    return { child, said, ended }
  }

  it("brings a folder up and down again, says how, and leaves nothing behind", async () => {
    const { err, out, status } = await start([join(work, "tree")]).ended
    assert.deepStrictEqual([status, err], [0, ""])
    assert.match(out, /nested\/deep\/large\.bin +5\.7 MiB +multipart .* ok/)
    assert.match(out, /a\.txt +1 B +direct .* ok/)
    assert.match(out, /20 of 20 files came back the same \(SHA-1 and SHA-256\), 4 of 4 folders found/)
    assert.notMatch(out, /warn/i)
    assert.deepStrictEqual(readdirSync(temporary), [])
  })

  it("says how it is used when the command line is wrong", async () => {
    const { err, status } = await start([join(work, "no such folder")]).ended
    assert.strictEqual(status, 2)
    assert.match(err, /is not a folder\n\nUsage: npm run demo/)
  })

  describe("against a drive that is running", () => {
    let emulator: RunningEmulator
    beforeAll(async () => {
      emulator = await startEmulator()
    })
    afterAll(() => emulator.close())

    const openMultiparts = async () => {
      const { bucket, endpoint, region, ...credentials } = emulator.s3
      const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
      client.destroy()
      return Uploads
    }

    it("does the same", async () => {
      const { apiHost, accessToken } = emulator
      const args = [join(work, "tree"), "--api-host", apiHost, "--token", accessToken, "--space", "s3-archive"]
      const { err, out, status } = await start(args).ended
      assert.deepStrictEqual([status, err], [0, ""])
      assert.include(out, "to space s3-archive (s3)")
    })

    it("names the error when it may not sign in, and exits with 1", async () => {
      const args = [join(work, "tree"), "--api-host", emulator.apiHost, "--token", "wrong"]
      const { err, status } = await start(args).ended
      assert.strictEqual(status, 1)
      assert.match(err, /^(TokenExpired|ApiError|PermissionDenied): /)
      assert.notInclude(err, " at ")
    })

    it("Ctrl-C leaves no temporary file and no half upload", async () => {
      const parts = { target: "s3", method: "PUT", query: { partNumber: undefined } } as const
      emulator.faults.add([{ match: parts, times: 1000, action: { _tag: "delay", millis: 60_000 } }])
      const { apiHost, accessToken } = emulator
      const { child, ended, said } = start([join(work, "tree"), "--api-host", apiHost, "--token", accessToken])
      await vi.waitUntil(async () => said.out.includes("Uploading: ") && (await openMultiparts()).length === 1, {
        timeout: waitLimit
      })
      child.kill("SIGINT")
      const { out, status } = await ended
      assert.strictEqual(status, 130)
      assert.include(out, "Interrupted")
      assert.deepStrictEqual(await openMultiparts(), [])
      assert.deepStrictEqual(readdirSync(temporary), [])
    })
  })
})
