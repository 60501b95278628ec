/**
 * A real directory tree through the Promise client to an emulator over sockets.
 */
import { ListMultipartUploadsCommand } from "@aws-sdk/client-s3"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { RunningEmulator } from "effect-drive/emulator"
import { startEmulator } from "effect-drive/emulator"
import type { DriveClient, FolderConflict, FolderReport, FolderRequest, FolderSnapshot } from "effect-drive/promise"
import { createDrive, isDriveError } from "effect-drive/promise"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { clientOf } from "../../../emulator/test/s3/endpoint.js"

const MiB = 1024 * 1024
const product = { id: "folders", version: "1.0" }

type Tree = ReadonlyMap<string, string | undefined>

/** 300 small files in 30 folders with names of all kinds, and empty folders. */
const sampleTree = (): Tree =>
  new Map<string, string | undefined>([
    ["empty", undefined],
    ["root", undefined],
    ["📷 photos/none", undefined],
    ["📷 photos/été/日本 語.txt", "été"],
    ["zero.bin", ""],
    ...Array.from(
      { length: 300 },
      (_, index): [string, string] => [`d${index % 30}/%20 & ${index}.txt`, `text ${index}`]
    )
  ])

const tagOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(() => undefined, (error: unknown) => isDriveError(error) ? error._tag : String(error))

describe("folders over sockets", () => {
  let emulator: RunningEmulator
  let drive: DriveClient
  let disk = ""

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), "effect-drive-folders-"))
    emulator = await startEmulator()
    drive = createDrive({ apiHost: emulator.apiHost, product })
    await drive.session.initialise({ accessToken: emulator.accessToken })
  })
  afterAll(async () => {
    await drive.dispose()
    await emulator.close()
    rmSync(disk, { recursive: true, force: true })
  })

  const write = (name: string, tree: ReadonlyMap<string, string | Uint8Array | undefined>): string => {
    for (const [path, content] of tree) {
      const target = join(disk, name, path)
      mkdirSync(content === undefined ? target : dirname(target), { recursive: true })
      if (content !== undefined) writeFileSync(target, content)
    }
    return join(disk, name)
  }

  const read = async (parentFileId: string, below = ""): Promise<ReadonlyArray<string>> => {
    const found: Array<Promise<ReadonlyArray<string>>> = []
    for await (const { fileId, isFolder, name } of drive.files.listAll({ parentFileId, pageSize: 100 })) {
      const path = `${below}${name}`
      found.push(
        isFolder
          ? read(fileId, `${path}/`).then((inside) => [`${path}/`, ...inside])
          : drive.downloads.blob({ fileId }).then(async (blob) => [`${path}: ${await blob.text()}`])
      )
    }
    return (await Promise.all(found)).flat().sort()
  }

  const expected = (tree: Tree): ReadonlyArray<string> => {
    const found = new Set<string>()
    for (const [path, content] of tree) {
      const names = path.split("/")
      const folders = content === undefined ? names : names.slice(0, -1)
      folders.forEach((_, index) => found.add(`${folders.slice(0, index + 1).join("/")}/`))
      if (content !== undefined) found.add(`${path}: ${content}`)
    }
    return [...found].sort()
  }

  const openMultiparts = async (): Promise<number> => {
    const { s3 } = emulator
    const client = clientOf(s3.endpoint, s3)
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))
    client.destroy()
    return Uploads.length
  }

  const when = (
    folder: { readonly subscribe: (listener: (snapshot: FolderSnapshot) => void) => () => void },
    holds: (snapshot: FolderSnapshot) => boolean
  ): Promise<void> =>
    new Promise((resolve) => {
      const off = folder.subscribe((snapshot) => {
        if (!holds(snapshot)) return
        off()
        resolve()
      })
    })

  it("a tree arrives as it is, with empty folders, and the report tells what could not be read", async () => {
    const tree = sampleTree()
    const path = write("tree", tree)
    symlinkSync("nowhere", join(path, "d1", "dangling"))
    const parentFileId = await drive.files.ensureFolder("trees/first")
    const folder = drive.uploads.startFolder({ path, parentFileId })
    assert.strictEqual(folder.snapshot().status, "running")
    const report = await folder.done
    assert.deepStrictEqual(await read(parentFileId), expected(tree))
    assert.deepInclude(report, { files: 303, succeeded: 302, skipped: 0, folders: 35 })
    assert.deepStrictEqual(
      report.failed.map((item) => [item.path, item.error._tag]),
      [["d1/dangling", "SourceChanged"]]
    )
    assert.deepStrictEqual(drive.uploads.list(), [])
  })

  it("a link out of the tree is left out, and the report says so; with followLinks it comes along", async () => {
    const path = write("linked", new Map([["in.txt", "in"]]))
    const outside = write("outside", new Map([["secret.txt", "secret"], ["sub/deep.txt", "deep"]]))
    symlinkSync(join(outside, "secret.txt"), join(path, "link.txt"))
    symlinkSync(join(outside, "sub"), join(path, "linked folder"))
    const first = await drive.files.ensureFolder("trees/without links")
    const without = await drive.uploads.startFolder({ path, parentFileId: first }).done
    assert.deepStrictEqual(await read(first), ["in.txt: in"])
    assert.deepInclude(without, { files: 1, succeeded: 1, failed: [], leftOut: ["link.txt", "linked folder"] })
    const second = await drive.files.ensureFolder("trees/with links")
    const followed = await drive.uploads.startFolder({ path, parentFileId: second, followLinks: true }).done
    assert.deepStrictEqual(await read(second), [
      "in.txt: in",
      "link.txt: secret",
      "linked folder/",
      "linked folder/deep.txt: deep"
    ])
    assert.deepInclude(followed, { files: 3, succeeded: 3, failed: [], leftOut: [] })
  })

  const names = async (parentFileId: string): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = []
    for await (const { name } of drive.files.listAll({ parentFileId })) found.push(name)
    return found.sort()
  }

  const twice = async (
    place: string,
    options: FolderRequest
  ): Promise<{ readonly report: FolderReport; readonly parentFileId: string }> => {
    const tree = (version: string) => new Map([["a.txt", version], ["sub/b.txt", version], ["sub/c.txt", version]])
    const parentFileId = await drive.files.ensureFolder(place)
    await drive.uploads.startFolder({ path: write(`${place}-one`, tree("one")), parentFileId }).done
    const path = write(`${place}-two`, new Map([...tree("two"), ["sub/new/d.txt", "two"]]))
    const report = await drive.uploads.startFolder({ ...options, path, parentFileId }).done
    return { report, parentFileId }
  }

  it("a taken name is asked about one at a time, until the answer is for all the rest", async () => {
    const asked: Array<FolderConflict> = []
    let asking = 0
    const { parentFileId, report } = await twice("asked", {
      onConflict: async (conflict) => {
        assert.strictEqual(++asking, 1)
        asked.push(conflict)
        await new Promise((resolve) => setImmediate(resolve))
        asking--
        return asked.length === 1 ? "keepBoth" : { choice: "replace", forAllTheRest: true }
      }
    })
    assert.deepStrictEqual([report.succeeded, report.skipped, report.failed, asked.length], [4, 0, [], 2])
    assert.deepInclude(asked[0], { path: "a.txt" })
    assert.deepInclude(asked[0]?.existing, { name: "a.txt", size: 3 })
    assert.lengthOf(await names(parentFileId), 3)
    const found = await read(parentFileId)
    assert.includeMembers([...found], ["a.txt: one", "sub/b.txt: two", "sub/c.txt: two", "sub/new/d.txt: two"])
  })

  it("skip leaves what is there, by answer and by mode", async () => {
    const ways: ReadonlyArray<readonly [string, FolderRequest]> = [
      ["skip", { onConflict: () => "skip" }],
      ["refuse", { checkNameMode: "refuse" }]
    ]
    for (const [place, options] of ways) {
      const { parentFileId, report } = await twice(place, options)
      assert.deepStrictEqual([report.files, report.succeeded, report.skipped, report.failed], [4, 1, 3, []])
      assert.deepStrictEqual(await read(parentFileId), [
        "a.txt: one",
        "sub/",
        "sub/b.txt: one",
        "sub/c.txt: one",
        "sub/new/",
        "sub/new/d.txt: two"
      ])
      assert.deepStrictEqual(drive.uploads.list(), [])
    }
  })

  it("a callback that throws or answers nonsense fails its file, and the rest continues", async () => {
    const answers = [() => Promise.reject(new Error("closed")), () => "whatever", () => "replace"]
    const { report } = await twice("nonsense", {
      // what a program without types may answer
      onConflict: () => answers.shift()?.() as "replace"
    })
    assert.strictEqual(report.succeeded, 2)
    assert.deepStrictEqual(report.failed.map(({ error }) => error._tag), ["InvalidInput", "InvalidInput"])
  })

  const large = (name: string) =>
    write(
      name,
      new Map(["a", "b", "c"].map((file) => [`in/${file}.bin`, Buffer.alloc(12 * MiB, file + name)] as const))
    )

  it("cancel in the middle leaves no open multipart and no file", async () => {
    const parentFileId = await drive.files.ensureFolder("cancelled")
    const folder = drive.uploads.startFolder({ path: large("cancelled"), parentFileId })
    await when(folder, ({ bytes }) => bytes.sent > 0)
    await folder.cancel()
    assert.strictEqual(await tagOf(folder.done), "UploadCancelled")
    assert.strictEqual(await tagOf(folder.resume()), "UploadCancelled")
    assert.strictEqual(await openMultiparts(), 0)
    assert.deepStrictEqual(drive.uploads.list(), [])
    assert.deepStrictEqual(await names(await drive.files.resolve("cancelled/in")), [])
  })

  it("an aborted signal cancels, and rejects with its reason", async () => {
    const controller = new AbortController()
    const folder = drive.uploads.startFolder({ path: large("aborted") }, { signal: controller.signal })
    const done = folder.done.catch((error: unknown) => error)
    await when(folder, ({ bytes }) => bytes.sent > 0)
    controller.abort(new Error("enough"))
    assert.strictEqual(String(await done), "Error: enough")
    // A program that ends now leaves nothing behind.
    assert.strictEqual(folder.snapshot().status, "cancelled")
    assert.strictEqual(await openMultiparts(), 0)
  })

  it("stop and stopAll pause a folder, resume and resumeAll bring it to its end", async () => {
    const parentFileId = await drive.files.ensureFolder("stopped")
    const folder = drive.uploads.startFolder({ path: large("stopped"), parentFileId })
    await when(folder, ({ bytes }) => bytes.sent > 0)
    await folder.stop()
    assert.strictEqual(folder.snapshot().status, "stopped")
    await folder.resume()
    await drive.uploads.stopAll()
    assert.strictEqual(folder.snapshot().status, "stopped")
    await drive.uploads.resumeAll()
    const { bytes, failed, succeeded } = await folder.done
    assert.deepStrictEqual([succeeded, failed, bytes], [3, [], 36 * MiB])
    assert.strictEqual(await openMultiparts(), 0)
  })

  it("a directory that is not there is refused", async () => {
    const folder = drive.uploads.startFolder({ path: join(disk, "missing") })
    assert.strictEqual(await tagOf(folder.done), "InvalidInput")
    assert.strictEqual(folder.snapshot().status, "error")
  })
})
