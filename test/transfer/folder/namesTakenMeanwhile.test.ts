import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { CheckNameMode, FolderConflict } from "effect-drive"
import { Uploads } from "effect-drive"
import { TransferScheduler } from "../../../src/services/TransferScheduler.js"
import type { MemoryDrive } from "../../../src/testing/MemoryDrive.js"
import { assertNothingLeft, bytesOf } from "../upload/memoryUploads.js"
import type { Entry } from "./memoryFolders.js"
import { file, tree, withFolders } from "./memoryFolders.js"

/** What others store in this folder of the drive. */
const storeIn = (drive: MemoryDrive, parentFileId: string, ...names: ReadonlyArray<string>): void => {
  for (const name of names) {
    drive.service.store(drive.service.add({ name, parentFileId, size: 9, type: "file", contentHash: undefined }))
  }
}

/** Others take the names once the folder has been listed, which the first file shows. */
const takenAfterTheFirst = (drive: MemoryDrive, names: ReadonlyArray<string>) => {
  const { fileId } = drive.service.add({
    name: "a",
    parentFileId: "root",
    size: 0,
    type: "folder",
    contentHash: undefined
  })
  let goOn = () => {}
  const firstIsStored = new Promise<void>((resolve) => (goOn = resolve))
  const entries = async function*(): AsyncGenerator<Entry> {
    yield file("a/first", bytesOf(4))
    await firstIsStored
    storeIn(drive, fileId, ...names)
    yield* names.map((name) => file(`a/${name}`, bytesOf(20)))
  }
  return { entries: entries(), goOn: () => goOn() }
}

const lists = { method: "GET", path: "/list" } as const

describe("names that are taken after the folder was listed", () => {
  for (const checkNameMode of ["refuse", "overwrite", undefined] as ReadonlyArray<CheckNameMode | undefined>) {
    it.live(`are asked about as those before, with ${checkNameMode ?? "no"} mode`, () =>
      withFolders({ platform: "pds" }, (drive, folders) =>
        Effect.gen(function*() {
          const { entries, goOn } = takenAfterTheFirst(drive, ["late", "later"])
          const asked: Array<FolderConflict> = []
          const upload = yield* folders.start({
            entries,
            checkNameMode,
            onConflict: (conflict) => {
              asked.push(conflict)
              return conflict.path === "a/late" ? "keepBoth" : "skip"
            }
          })
          upload.subscribe(() => {
            if (upload.snapshot().succeeded === 1) goOn()
          })
          const report = yield* upload.await
          assert.deepInclude(report, { files: 3, succeeded: 2, skipped: 1, failed: [] })
          assert.deepStrictEqual(
            asked.map(({ existing, path }) => [path, existing.size]).sort(),
            [["a/late", 9], ["a/later", 9]]
          )
          assert.deepStrictEqual([...tree(drive).keys()].sort(), [
            "/a/",
            "/a/first",
            "/a/late",
            "/a/late (1)",
            "/a/later"
          ])
          assert.deepStrictEqual(tree(drive).get("/a/late (1)"), bytesOf(20))
          assertNothingLeft(drive, yield* TransferScheduler)
        })))
  }

  it.live("cost one more list, and none once the answer is for all the rest", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        const names = Array.from({ length: 30 }, (_, index) => `late ${index}`)
        const { entries, goOn } = takenAfterTheFirst(drive, names)
        let asked = 0
        const upload = yield* folders.start({
          entries,
          onConflict: () => {
            asked++
            return { choice: "keepBoth", forAllTheRest: true }
          }
        })
        upload.subscribe(() => {
          if (upload.snapshot().succeeded === 1) goOn()
        })
        assert.deepInclude(yield* upload.await, { files: 31, succeeded: 31, skipped: 0, failed: [] })
        // the root, the folder, and the folder once more
        assert.deepStrictEqual([asked, drive.network.count(lists)], [1, 3])
      })))

  it.live("stay on the list of uploads where the service does not show what has them", () =>
    withFolders({}, (drive, folders) =>
      Effect.gen(function*() {
        storeIn(drive, "root", "late")
        const children = drive.service.children.bind(drive.service)
        drive.service.children = (folder) => children(folder).filter(({ name }) => name !== "late")
        const upload = yield* folders.start({
          entries: [file("late", bytesOf(20))],
          onConflict: () => Effect.dieMessage("there is nothing to show")
        })
        const { failed, skipped } = yield* upload.await
        assert.deepStrictEqual([skipped, failed.map(({ error }) => error._tag)], [0, ["NameConflict"]])
        const uploads = yield* Uploads
        assert.deepStrictEqual([...uploads.list()], failed.map(({ uploadId }) => uploadId))
        const [{ uploadId = "" } = {}] = failed
        yield* uploads.settleConflict(uploadId, "keepBoth")
        yield* uploads.get(uploadId)?.await ?? Effect.dieMessage("the upload is gone")
        assert.deepStrictEqual(tree(drive).get("/late (1)"), bytesOf(20))
      })))
})
