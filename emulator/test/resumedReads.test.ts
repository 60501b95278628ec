/** Browsers and other clients continue a read by a Range with an If-Range: of another version they must get the whole. */
import { assert, describe, it } from "@effect/vitest"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import { onTestFinished } from "vitest"

describe.each(["s3", "oss", "pds"] as const)("a read that is continued on %s", (platform) => {
  it("gets the rest of the version that it names, and the whole of any other", async () => {
    const emulator = await startEmulator({ spaces: [{ spaceId: "mine", platform }] })
    onTestFinished(() => emulator.close())
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" }, language: "en" })
    onTestFinished(() => drive.dispose())
    await drive.session.initialise({ accessToken: emulator.accessToken })
    const { fileId } = await drive.uploads.start({ source: new Blob(["0123456789"]), name: "a.txt" }).done
    const { href } = await drive.downloads.url(fileId)
    const read = async (version: string | undefined) => {
      const headers = { range: "bytes=4-", ...version === undefined ? {} : { "if-range": version } }
      const answer = await fetch(href, { headers })
      return [answer.status, await answer.text(), answer.headers.get("content-range")]
    }
    const { headers } = await fetch(href)
    const [etag, modified] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""]
    const rest = [206, "456789", "bytes 4-9/10"]
    const whole = [200, "0123456789", null]
    assert.deepStrictEqual(await read(undefined), rest)
    for (const same of [etag, modified]) assert.deepStrictEqual(await read(same), rest, same)
    const before = new Date(Date.parse(modified) - 1000).toUTCString()
    for (const other of ["\"another\"", `W/${etag}`, before, "no date"]) {
      assert.deepStrictEqual(await read(other), whole, other)
    }
  })
})
