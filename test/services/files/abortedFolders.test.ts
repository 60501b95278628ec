/** Folders of a path that nobody waits for any more. */
import { assert, describe, it } from "@effect/vitest"
import { createTestDrive } from "effect-drive/testing"

const path = "a/b/c/d/e/f"

const reason = new Error("enough")

const pause = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

/** A drive whose service takes its time, and the ids of all folders that it makes. */
const slowDrive = async (platform: "oss" | "pds" | "s3") => {
  const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
  await drive.files.list()
  drive.emulator.faults.add([{ match: { path: "/file/" }, times: 1000, action: { _tag: "delay", millis: 50 } }])
  const made: Array<string> = []
  drive.events.on("FilesChanged", ({ fileIds }) => made.push(...fileIds))
  const firstMade = async () => {
    while (made.length === 0) await pause(5)
  }
  return { drive, made, firstMade }
}

describe.each(["oss", "pds", "s3"] as const)("ensureFolder on %s", (platform) => {
  it("makes no more folders once all who asked have left", async () => {
    const { drive, firstMade, made } = await slowDrive(platform)
    const controller = new AbortController()
    const { signal } = controller
    const asked = [drive.files.ensureFolder(path, { signal }), drive.files.ensureFolder(path, { signal })]
    await firstMade()
    controller.abort(reason)
    for (const one of asked) assert.strictEqual(await one.catch((error: unknown) => error), reason)
    const before = made.length
    await pause(700)
    assert.strictEqual(made.length, before)
    await drive.dispose()
  })

  it("makes all of them, each once, while one who asked is left", async () => {
    const { drive, firstMade, made } = await slowDrive(platform)
    const controller = new AbortController()
    const left = drive.files.ensureFolder(path, { signal: controller.signal })
    const stays = drive.files.ensureFolder(path)
    await firstMade()
    controller.abort(reason)
    assert.strictEqual(await left.catch((error: unknown) => error), reason)
    const later = drive.files.ensureFolder("a/b/c")
    assert.strictEqual(await stays, made.at(-1))
    assert.strictEqual(await later, made[2])
    assert.lengthOf(made, 6)
    await drive.dispose()
  })
})
