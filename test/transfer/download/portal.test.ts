/** Downloads over sockets through a network whose sign-in page answers in place of the service, for a while. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FaultAction } from "../../../src/testing/FaultScript.js"
import { hasty, sha256, withFaultyDrive } from "../../faults/FaultyDrive.js"

const MiB = 1024 * 1024
const bytes = randomBytes(6 * MiB + 7)
const page = Buffer.from(`<!DOCTYPE html><html>${"<p>a file of the drive</p>".repeat(100)}</html>`)

/** More in a row than the failures after which a download gives up. */
const times = 12

const portal = http.createServer(({ url = "" }, response) => {
  if (url.endsWith("?plain")) {
    response.writeHead(200, { "content-type": "text/plain", "content-length": "7" }).end("sign in")
    return
  }
  if (url.endsWith("?sized")) response.setHeader("content-length", "66")
  response.writeHead(200, {
    "content-type": "text/html",
    etag: "\"p\"",
    "last-modified": "Thu, 01 Jan 1970 00:00:00 GMT"
  })
    .end("<!DOCTYPE html><html><title>Sign in to this network</title></html>")
})

let folder = ""
let location = ""

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "effect-drive-portal-"))
  await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", resolve))
  location = `http://127.0.0.1:${(portal.address() as AddressInfo).port}/sign-in`
})
afterAll(() => {
  portal.close()
  rmSync(folder, { recursive: true, force: true })
})

const tuning = { rangeSize: MiB, ranges: 3, retry: hasty }

const withDrive = (platform: "s3" | "oss" | "pds", use: Parameters<typeof withFaultyDrive>[1]) =>
  withFaultyDrive({
    emulator: { spaces: [{ spaceId: `${platform}-files`, platform }] },
    drive: { downloads: tuning }
  }, use)

describe.each(["s3", "oss", "pds"] as const)("a download from %s waits for", (platform) => {
  const answers: ReadonlyArray<readonly [name: string, action: () => FaultAction]> = [
    ["a portal", () => ({ _tag: "portal" })],
    ["a redirect to a portal", () => ({ _tag: "redirect", location })],
    ["a redirect that leads nowhere", () => ({ _tag: "redirect", location: "ftp://portal.invalid/" })]
  ]
  for (const [name, action] of answers) {
    for (const skip of [0, 2]) {
      it(`${name} to go away, at request ${skip + 1}`, () =>
        withDrive(platform, async ({ drive, emulator }) => {
          const { fileId } = await drive.uploads.start({ source: bytes, name: "file.bin" }).done
          const target = join(folder, `${platform}-${name}-${skip}`)
          emulator.faults.add([{ match: { target: platform, method: "GET" }, action: action(), skip, times }])
          const seen = new Set<string>()
          const reasons = new Set<string | undefined>()
          const download = drive.downloads.start({ fileId, target })
          download.subscribe(() => {
            const { error, status } = download.snapshot()
            seen.add(status)
            if (status === "offline" && error?._tag === "TransportError") reasons.add(error.reason)
          })
          assert.deepInclude(await download.done, { size: bytes.length, received: bytes.length })
          assert.deepStrictEqual(emulator.remainingFaults(), [])
          assert.include([...seen], "offline")
          assert.deepStrictEqual([...reasons], ["ForeignAnswer"])
          assert.isUndefined(download.snapshot().error)
          assert.strictEqual(sha256(readFileSync(target)), sha256(bytes))
        }))
    }
  }

  it("nothing where the file itself is a page of HTML", () =>
    withDrive(platform, async ({ drive }) => {
      const { fileId } = await drive.uploads.start({ source: page, name: "page.html" }).done
      const target = join(folder, `${platform}.html`)
      await drive.downloads.save({ fileId, target })
      assert.isTrue(page.equals(readFileSync(target)))
      assert.notInclude(readdirSync(folder), `${platform}.html.part`)
    }))

  it("nothing that is empty: bytes that are read are not none without a word", () =>
    withDrive(platform, async ({ drive, emulator }) => {
      const { fileId } = await drive.uploads.start({ source: bytes, name: "file.bin" }).done
      const { fileId: empty } = await drive.uploads.start({ source: new Uint8Array(), name: "empty.bin" }).done
      const read = async (fileId: string) => {
        let length = 0
        for await (const chunk of drive.downloads.stream({ fileId })) length += chunk.length
        return length
      }
      emulator.faults.add([{ match: { target: platform, method: "GET" }, action: { _tag: "status", status: 200 } }])
      const error = await read(fileId).then(() => assert.fail("it should have failed"), (reason) => reason)
      assert.deepInclude(error, { _tag: "IntegrityError", what: "size", actual: "0", expected: `${bytes.length}` })
      assert.deepStrictEqual(emulator.remainingFaults(), [])
      assert.strictEqual(await read(fileId), bytes.length)
      assert.strictEqual(await read(empty), 0)
    }))

  it("nothing that is a page of the network: it is not read as the file's bytes without a word", () =>
    withDrive(platform, async ({ drive, emulator }) => {
      const { fileId } = await drive.uploads.start({ source: bytes, name: "file.bin" }).done
      const { fileId: whole } = await drive.uploads.start({ source: page, name: "page.html" }).done
      for (const place of [`${location}?sized`, `${location}?plain`]) {
        emulator.faults.add([{
          match: { target: platform, method: "GET" },
          action: { _tag: "redirect", location: place }
        }])
        const error = await drive.downloads.blob({ fileId }).then(
          () => assert.fail("it should have failed"),
          (it) => it
        )
        assert.deepInclude(error, { _tag: "IntegrityError", what: "size", expected: `${bytes.length}` }, place)
        assert.deepStrictEqual(emulator.remainingFaults(), [])
      }
      const blob = await drive.downloads.blob({ fileId: whole })
      assert.isTrue(page.equals(Buffer.from(await blob.arrayBuffer())))
    }))

  it("no plain call: that fails with what is the matter, and a later one works", () =>
    withDrive(platform, async ({ drive, emulator }) => {
      const target = platform === "pds" ? "pds" : "api"
      for (const action of [{ _tag: "portal" }, { _tag: "redirect", location }] as const) {
        emulator.faults.add([{ match: { target, path: "/file" }, action, times: platform === "pds" ? 4 : 1 }])
        const error = await drive.files.list({}).then(() => assert.fail("it should have failed"), (reason) => reason)
        assert.deepInclude(error, { _tag: "TransportError", reason: "ForeignAnswer", retry: "later" })
        assert.include(String(error), "something in between, such as the sign-in page of a network")
      }
      assert.deepStrictEqual((await drive.files.list({})).items, [])
    }))
})
