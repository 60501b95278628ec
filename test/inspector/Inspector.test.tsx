// @vitest-environment happy-dom
/** The component over a whole drive: what it shows of transfers that meet faults, and that nothing secret is in it. */
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { Duration, Effect, Redacted } from "effect"
import { Credentials } from "effect-drive"
import { Inspector } from "effect-drive/inspector"
import type { TestDriveClient } from "effect-drive/testing"
import { createTestDrive } from "effect-drive/testing"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { attach } from "../../src/inspector/model/attach.js"
import { readView } from "../../src/inspector/model/readView.js"
import { recordingOf } from "../../src/inspector/recording.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { Dock } from "../docs/inspectorTour.js"

configure({ asyncUtilTimeout: 60_000 })

const accessToken = "planted-access-token"

const drives = new Set<TestDriveClient>()

afterEach(async () => {
  cleanup()
  await Promise.all([...drives].map((drive) => drive.dispose()))
  drives.clear()
})

const quick = {
  failures: 8,
  firstPause: Duration.millis(10),
  longestPause: Duration.millis(20),
  longestRetryAfter: Duration.minutes(5),
  offlineProbe: Duration.seconds(60),
  longestOutage: Duration.minutes(30)
}

const platforms = ["s3", "oss", "pds"] as const

const openDrive = async (): Promise<TestDriveClient> => {
  const drive = await createTestDrive({
    accessToken,
    spaces: platforms.map((platform) => ({ spaceId: `${platform}-space`, platform })),
    drive: { uploads: { retry: quick } }
  })
  drives.add(drive)
  return drive
}

const inspectionOf = (drive: TestDriveClient) => drive.runtime.runSync(DriveEvents).inspection

const inParts = { source: new Uint8Array(16_000_000).fill(7), name: "film.mp4", chunkSize: 5_242_880 }

const requests = () => within(screen.getByRole("table", { name: "Requests" })).getAllByRole("row")

describe("the inspector", () => {
  test("looks while it is shown, and not before or after", async () => {
    const drive = await openDrive()
    const inspection = inspectionOf(drive)
    expect(inspection.observer).toBeUndefined()
    const one = render(<Inspector drive={drive} />)
    const two = render(<Inspector drive={drive} language="zh-CN" />)
    const { observer } = inspection
    expect(observer).toBeDefined()
    one.unmount()
    expect(inspection.observer).toBe(observer)
    two.unmount()
    expect(inspection.observer).toBeUndefined()
  })

  test.each(platforms)(
    "shows the parts of an upload to %s until all are stored, and what broke on the way",
    async (platform) => {
      const drive = await openDrive()
      await drive.spaces.select(`${platform}-space`)
      render(<Inspector drive={drive} />)
      await screen.findByText("Nothing is under way. Upload something and watch it here.")
      drive.emulator.faults.add([
        { match: { target: platform, method: "PUT" }, skip: 1, action: { _tag: "reset", afterBytes: 65_536 } }
      ])
      await drive.uploads.start(inParts).done
      const map = await screen.findByRole("img", { name: /^Parts of the upload: 4 of 4 stored, 0 on the wire/ })
      expect(map).toBeTruthy()
      expect(screen.getByRole("option", { name: "film.mp4" })).toBeTruthy()
      await waitFor(() => expect(requests().some((row) => row.textContent?.includes("2 tries"))).toBe(true))
      const names = requests().map((row) => within(row).queryAllByRole("cell")[1]?.textContent)
      expect(names).toEqual(expect.arrayContaining(["create", "part 1", "part 2", "part 3", "part 4", "complete"]))
      expect(screen.getAllByText(/^part \d broke off/).length).toBeGreaterThan(0)
      const error = screen.getAllByText(/^TransportError: PUT /)[0]
      expect(error?.textContent).toMatch(/could not be sent or answered/)
      const lane = screen.getByRole("img", { name: /^Bytes: \d+ of \d+ in use, 0 waiting$/ })
      expect(lane).toBeTruthy()
      if (platform !== "pds") expect(screen.getAllByText(/^Storage key/).length).toBeGreaterThan(0)
    }
  )

  test("a small file is one cell, a download has a row, a call of the API has its operation", async () => {
    const drive = await openDrive()
    render(<Inspector drive={drive} />)
    await screen.findByText("Nothing has happened yet.")
    const { fileId } = await drive.uploads.start({ source: "some bytes", name: "notes.txt" }).done
    await screen.findByRole("img", { name: /^Parts of the upload: 1 of 1 stored/ })
    const folder = mkdtempSync(join(tmpdir(), "effect-drive-inspector-"))
    await drive.downloads.save({ fileId, target: join(folder, "notes.txt") })
    rmSync(folder, { recursive: true })
    await screen.findByText("range")
    await drive.files.list()
    await screen.findByText("Files.list")
  })

  test("the parts of an upload that began before it was opened are learned from what is stored", async () => {
    const drive = await openDrive()
    drive.emulator.faults.add([
      { match: { target: "s3", query: { partNumber: "4" } }, action: { _tag: "delay", millis: 1500 } }
    ])
    const upload = drive.uploads.start({ ...inParts, parallel: 1 })
    await waitFor(() => expect(inspectionOf(drive).parts?.get(upload.id)?.stored.size).toBe(3))
    render(<Inspector drive={drive} />)
    await screen.findByRole("img", { name: /^Parts of the upload: 3 of 4 stored/ })
    await screen.findByText("Those under way began before the inspector was opened. The next ones are shown.")
    await upload.done
    await screen.findByRole("img", { name: /^Parts of the upload: 4 of 4 stored/ })
  })

  test("stands in an application as docs/inspector.md shows it", async () => {
    const page = readFileSync("docs/inspector.md", "utf8")
    const program = readFileSync("test/docs/inspectorTour.tsx", "utf8").split("\n").slice(1).join("\n")
    expect(page).toContain(program)
    const drive = await openDrive()
    let closed = 0
    render(<Dock drive={drive} onClose={() => closed++} />)
    fireEvent.click(await screen.findByRole("button", { name: "Close the inspector" }))
    expect(closed).toBe(1)
  })

  test("speaks Chinese", async () => {
    const drive = await openDrive()
    render(<Inspector drive={drive} language="zh-CN" />)
    await screen.findByRole("region", { name: "检查器" })
    await screen.findByText("没有正在进行的传输，上传文件后可在此查看。")
  })

  test("holds no token, key, signature or share code, in the page or in what it records", async () => {
    const drive = await openDrive()
    const code = "planted-share-code"
    const { container } = render(<Inspector drive={drive} />)
    const [attached, leave] = attach(drive)
    const seen: Array<string> = []
    const look = () =>
      seen.push(container.innerHTML, recordingOf(attached), JSON.stringify(readView(attached, undefined)))
    const known: Array<string> = [accessToken, code]
    for (const platform of platforms) {
      const spaceId = `${platform}-space`
      await drive.spaces.select(spaceId)
      drive.emulator.faults.add([
        { match: { target: platform, method: "PUT" }, action: { _tag: "expire" } },
        { match: { target: platform, method: "PUT" }, action: { _tag: "dropReply" } },
        { match: { target: platform, method: "PUT" }, action: { _tag: "status", status: 500 } }
      ])
      const { fileId } = await drive.uploads.start(inParts).done
      look()
      for await (const bytes of drive.downloads.stream({ fileId, range: { start: 0, end: 10 } })) {
        expect(bytes).toBeTruthy()
      }
      const { bucket, drive: access } = await drive.run(Effect.flatMap(Credentials, ({ get }) => get(spaceId)))
      const secrets = [bucket?.accessKeyId, bucket?.accessKeySecret, bucket?.securityToken, access?.accessToken]
      known.push(...secrets.flatMap((secret) => secret === undefined ? [] : [Redacted.value(secret)]))
      look()
    }
    await drive.spaces.select("s3-space")
    const { assetId } = await (await drive.assets.create({ file: "one,two", name: "list.csv" })).done
    const share = await drive.sharing.open(assetId ?? "", { code })
    known.push(share.href, new URL(share.href).pathname.split("/").pop() ?? share.href)
    await drive.sharing.cancel(assetId ?? "")
    await drive.files.list()
    await screen.findByText("Files.list")
    look()
    leave()
    const all = seen.join("\n")
    expect(all).toContain("TransportError")
    expect(known.length).toBeGreaterThan(8)
    for (const secret of known) expect(all.includes(secret)).toBe(false)
    expect(all).not.toMatch(/X-Amz-|security-token|Signature=|[?&](sign|expires|token)=|Bearer /i)
  })
})
