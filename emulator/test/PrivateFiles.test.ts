import { assert, describe, it, onTestFinished } from "@effect/vitest"
import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmulator } from "../src/index.js"
import { presign } from "../src/s3/presign.js"

const modesBelow = async (folder: string): Promise<ReadonlyArray<readonly [string, string]>> => {
  const names = await readdir(folder, { recursive: true })
  return Promise.all(["", ...names].map(async (name) => {
    const entry = await stat(join(folder, name))
    return [entry.isDirectory() ? "directory" : "file", (entry.mode & 0o777).toString(8)] as const
  }))
}

describe("the data of an emulator", () => {
  it("is for its own user alone, whatever the user's usual mode is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "private-"))
    const usual = process.umask(0)
    onTestFinished(async () => {
      process.umask(usual)
      await rm(folder, { recursive: true })
    })
    const data = join(folder, "data")
    const drive = await startEmulator({ data })
    const { accessKeyId, bucket, endpoint, region, secretAccessKey } = drive.s3
    const url = presign({
      method: "PUT",
      endpoint,
      region,
      bucket,
      key: "k",
      credential: { accessKeyId, secretAccessKey },
      now: Date.now()
    })
    assert.strictEqual((await fetch(url, { method: "PUT", body: Buffer.from("bytes") })).status, 200)
    const modes = await modesBelow(data)
    await drive.close()
    assert.deepStrictEqual(
      new Set(modes.map(([kind, mode]) => `${kind} ${mode}`)),
      new Set(["directory 700", "file 600"])
    )
    // State, objects, their segments; logs, locks and the object.
    assert.isAtLeast(modes.length, 8)
  })
})
