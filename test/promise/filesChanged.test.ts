/** Every change that the drive makes is announced, whoever made it, so that a cache knows what it touches. */
import { assert, beforeEach, describe, it } from "@effect/vitest"
import { QueryClient } from "@tanstack/react-query"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { createTestDrive } from "effect-drive/testing"
import { Wsid } from "../../src/domain/Ids.js"
import * as DriveEventsLayer from "../../src/layers/api/DriveEventsLayer.js"
import * as Config from "../../src/layers/api/DriveOptions.js"
import * as ChangesAcrossTabs from "../../src/layers/browser/ChangesAcrossTabs.js"
import type { DriveClient } from "../../src/promise/DriveClient.js"
import { driveQueries } from "../../src/react/driveQueries.js"
import { filesChanged } from "../../src/services/Announce.js"
import type { DriveEvent, FilesChanged } from "../../src/services/DriveEvents.js"
import { DriveEvents } from "../../src/services/DriveEvents.js"
import { inner, inOrder } from "../../src/services/inOrder.js"

const shown = ({ assetIds, fileIds, folderIds, kind, patch }: FilesChanged) => ({
  kind,
  fileIds,
  folderIds,
  ...(assetIds.length === 0 ? {} : { assetIds }),
  ...(patch === undefined ? {} : { patch })
})

const platforms = ["pds", "oss", "s3"] as const

describe("a change in another tab", () => {
  it("makes the paths that were looked up a moment ago forgotten, by their folders' ids too", async () => {
    const spaces = [{ spaceId: "mine", platform: "s3" }] as const
    const one = await createTestDrive({ spaces })
    const other = await createTestDrive({ spaces, emulator: one.emulator })
    const a = await one.files.createFolder({ name: "a" })
    assert.deepStrictEqual((await one.files.breadcrumb("/a")).map(({ fileId }) => fileId), ["root", a])
    await other.files.rename({ fileId: a, name: "b" })
    const replaced = await other.files.createFolder({ name: "a" })
    assert.strictEqual((await one.files.breadcrumb("/a")).at(-1)?.fileId, a, "remembered")
    const event = { ...filesChanged("mine", { kind: "renamed", fileIds: [a] }), origin: "elsewhere" as const }
    await one.run(Effect.flatMap(DriveEvents, (events) => events.publish(event)))
    assert.strictEqual((await one.files.breadcrumb("/a")).at(-1)?.fileId, replaced)
    const crumbs = await one.files.breadcrumb({ fileId: a })
    const query = driveQueries(one).path({ fileId: a })
    assert.deepStrictEqual(await new QueryClient().fetchQuery(query), crumbs)
    await Promise.all([one.dispose(), other.dispose()])
  })
})

for (const platform of platforms) {
  describe(`FilesChanged on ${platform}`, () => {
    let drive: DriveClient
    let heard: Array<FilesChanged> = []

    const during = async <A>(work: () => Promise<A>): Promise<A> => {
      heard = []
      return work()
    }

    const is = (...events: ReadonlyArray<Partial<FilesChanged>>) =>
      assert.deepStrictEqual(heard.map(shown), events as never)

    beforeEach(async () => {
      drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform }] })
      drive.events.on("FilesChanged", (event) => heard.push(event))
      return () => drive.dispose()
    })

    it("follows folders, uploads, names, tags, places, the bin and the end", async () => {
      const { files, recycleBin, uploads } = drive
      const a = await during(() => files.createFolder({ name: "a" }))
      is({ kind: "created", fileIds: [a], folderIds: ["root"] })
      const b = await during(() => files.createFolder({ name: "b", parentFileId: a }))
      is({ kind: "created", fileIds: [b], folderIds: [a] })
      const { assetId, fileId } = await during(() =>
        uploads.start({ source: "x", name: "x.txt", parentFileId: a }).done
      )
      const ids = assetId === undefined ? {} : { assetIds: [assetId] }
      is({ kind: "uploaded", fileIds: [fileId], folderIds: [a], ...ids })
      await during(() => files.rename({ fileId, name: "y.txt" }))
      is({ kind: "renamed", fileIds: [fileId], folderIds: [], patch: { name: "y.txt" } })
      const userTags = [{ key: "k", value: "v" }]
      await during(() => files.updateInfo({ fileId, userTags }))
      is({ kind: "updated", fileIds: [fileId], folderIds: [], patch: { userTags } })
      if (platform !== "pds") {
        await during(() => files.updateInfo({ fileId, hidden: true, name: "y.txt" }))
        is({ kind: "updated", fileIds: [fileId], folderIds: [], patch: { hidden: true, name: "y.txt" } })
      }
      await during(() => files.copy({ fileIds: [fileId], toParentFileId: b }))
      is({ kind: "copied", fileIds: [], folderIds: [b] })
      await during(() => files.move({ fileIds: [fileId], toParentFileId: "root" }))
      is({ kind: "moved", fileIds: [fileId], folderIds: ["root"] })
      await during(() => files.saveContent({ fileId, source: "new" }))
      assert.deepStrictEqual(heard.map(({ fileIds, folderIds, kind }) => ({ fileIds, folderIds, kind })), [{
        fileIds: [fileId],
        folderIds: [],
        kind: "uploaded"
      }])
      await during(() => recycleBin.recycle([fileId]))
      is({ kind: "recycled", fileIds: [fileId], folderIds: [] })
      await during(() => recycleBin.restore([fileId]))
      is({ kind: "restored", fileIds: [fileId], folderIds: undefined })
      await during(() => files.remove([fileId]))
      is({ kind: "removed", fileIds: [fileId], folderIds: [] })
      await during(() => recycleBin.clear())
      is({ kind: "binCleared", fileIds: [], folderIds: [] })
      assert.isTrue(heard.every(({ origin, spaceId }) => origin === "here" && spaceId === "mine"))
    })

    it("can be sent to other tabs, whatever else stands in what was asked for", async () => {
      const folder = await drive.files.createFolder({ name: "a" })
      const odd = { key: "k", value: "v", onClick: () => {} }
      await during(() => drive.files.updateInfo({ fileId: folder, userTags: [odd], more: () => {} }))
      await during(() => drive.files.rename({ fileId: folder, name: "b", ...odd }))
      is({ kind: "renamed", fileIds: [folder], folderIds: [], patch: { name: "b" } })
      await during(() => drive.files.updateInfo({ fileId: folder, userTags: [odd] }))
      const told = structuredClone({ ...heard[0] })
      assert.deepStrictEqual(told.patch, { userTags: [{ key: "k", value: "v" }] })
    })

    it("follows each folder that a path makes", async () => {
      const made = await during(() => drive.files.ensureFolder("p/q"))
      const p = await drive.files.resolve("p")
      is({ kind: "created", fileIds: [p], folderIds: ["root"] }, { kind: "created", fileIds: [made], folderIds: [p] })
      const { fileId } = await during(() =>
        drive.uploads.start({ source: "1", name: "1", path: "r/s", parentFileId: p }).done
      )
      const r = await drive.files.resolve("p/r")
      const s = await drive.files.resolve("p/r/s")
      assert.deepStrictEqual(heard.map(({ fileIds, folderIds }) => [fileIds, folderIds]), [
        [[r], [p]],
        [[s], [r]],
        [[fileId], [s]]
      ])
    })

    it("says nothing of what was refused, and of a batch only what was done", async () => {
      const { fileId } = await drive.uploads.start({ source: "x", name: "x.txt" }).done
      const error: unknown = await during(() =>
        drive.files.rename({ fileId: "nobody", name: "y" }).catch((cause: unknown) => cause)
      )
      assert.instanceOf(error, Error)
      is()
      const result = await during(() => drive.recycleBin.recycle([fileId, "nobody"]))
      assert.deepStrictEqual(result.errorItems.map((item): string => item.fileId), ["nobody"])
      is({ kind: "recycled", fileIds: [fileId], folderIds: [] })
    })
  })
}

describe("FilesChanged of the library", () => {
  it("follows assets, their folders and shares", async () => {
    const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform: "s3" }] })
    const { fileId } = await drive.uploads.start({ source: "x", name: "x.txt" }).done
    const heard: Array<FilesChanged> = []
    drive.events.on("FilesChanged", (event) => heard.push(event))
    const { assetId } = await drive.assets.create({ fileId })
    await drive.assets.star({ assetId })
    await drive.assets.update({ assetId, name: "named" })
    const { folderId } = await drive.assetFolders.create({ name: "best" })
    await drive.assetFolders.rename({ folderId, name: "better" })
    await drive.sharing.open(assetId)
    await drive.sharing.cancel(assetId)
    await drive.assetFolders.remove([folderId])
    await drive.assets.recycle([assetId])
    assert.deepStrictEqual(heard.map(({ assetIds, kind }) => [kind, ...assetIds]), [
      ["assets"],
      ["assets", assetId],
      ["assets", assetId],
      ["assetFolders"],
      ["assetFolders"],
      ["sharing", assetId],
      ["sharing", assetId],
      ["assetFolders"],
      ["assets", assetId]
    ])
    assert.deepStrictEqual(heard[1]?.patch, { starred: true })
    await drive.dispose()
  })

  it("tells of what was done in part, whether the task was waited for or not", async () => {
    const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform: "pds", quota: 25 }] })
    const folder = await drive.files.createFolder({ name: "a" })
    for (const name of ["x.txt", "y.txt"]) {
      await drive.uploads.start({ source: "0123456789", name, parentFileId: folder }).done
    }
    const heard: Array<FilesChanged> = []
    drive.events.on("FilesChanged", (event) => heard.push(event))
    const copy = { fileIds: [folder], toParentFileId: "root" }
    const { successItems } = await drive.files.copy(copy, { isAsync: true })
    const failure: unknown = await drive.tasks.wait(successItems[0]?.asyncTaskId ?? "").catch((error: unknown) => error)
    assert.deepInclude(failure, { _tag: "TaskFailed" })
    const { errorItems } = await drive.files.copy(copy)
    assert.strictEqual(errorItems[0]?.error._tag, "TaskFailed")
    assert.deepStrictEqual(heard.map(({ folderIds, kind }) => [kind, folderIds]), [
      ["copied", ["root"]],
      ["taskEnded", ["root"]],
      ["copied", ["root"]]
    ])
    await drive.dispose()
  })

  it("tells of a task's end once, with what it was about", async () => {
    const drive = await createTestDrive({ spaces: [{ spaceId: "mine", platform: "pds" }] })
    const folder = await drive.files.createFolder({ name: "a" })
    await drive.uploads.start({ source: "x", name: "x.txt", parentFileId: folder }).done
    const heard: Array<FilesChanged> = []
    drive.events.on("FilesChanged", (event) => heard.push(event))
    const { successItems } = await drive.files.copy({ fileIds: [folder], toParentFileId: "root" }, { isAsync: true })
    const taskId = successItems[0]?.asyncTaskId
    assert.isString(taskId)
    await drive.tasks.wait(taskId!)
    await drive.tasks.get(taskId!)
    assert.deepStrictEqual(heard.map(({ folderIds, kind }) => [kind, folderIds]), [
      ["copied", ["root"]],
      ["taskEnded", ["root"]]
    ])
    await drive.dispose()
  })
})

describe("other tabs", () => {
  const tab = (apiHost: string) =>
    Effect.gen(function*() {
      const heard: Array<DriveEvent> = []
      const scope = yield* Scope.make()
      const layer = Layer.provideMerge(ChangesAcrossTabs.layer, DriveEventsLayer.layer).pipe(
        Layer.provide(Config.layer({ apiHost, product: { id: "test", version: "1" } }))
      )
      const events = yield* Effect.provide(DriveEvents, yield* Layer.buildWithScope(layer, scope))
      yield* Scope.extend(events.on((event) => heard.push(event)), scope)
      return {
        changed: () => heard.filter((event) => event._tag === "FilesChanged").map(({ origin }) => origin),
        signIn: (wsid: string) => events.publish({ _tag: "SignedIn", wsid: Wsid.make(wsid) }),
        signOut: events.publish({ _tag: "SignedOut" }),
        change: events.publish(filesChanged("mine", { kind: "created", folderIds: ["root"] })),
        close: Scope.close(scope, Exit.void)
      }
    })

  /** Messages are handed on after what is under way; one that is waited for says that those before have arrived. */
  const arrived = (name: string) =>
    Effect.promise(() =>
      new Promise<void>((resolve) => {
        const [from, to] = [new BroadcastChannel(name), new BroadcastChannel(name)]
        to.addEventListener("message", () => {
          from.close()
          to.close()
          resolve()
        })
        from.postMessage("")
      })
    )

  it.effect("of the same user and API host hear of a change, once; others do not", () =>
    Effect.gen(function*() {
      const here = yield* tab("https://api.one")
      const same = yield* tab("https://api.one")
      const otherUser = yield* tab("https://api.one")
      const otherHost = yield* tab("https://api.two")
      const left = yield* tab("https://api.one")
      const tabs = [here, same, otherUser, otherHost, left]
      yield* Effect.forEach(tabs, (one) => one.signIn(one === otherUser ? "user-2" : "user-1"))
      yield* left.signOut
      yield* here.change
      while (same.changed().length === 0) yield* arrived("any")
      yield* arrived("effect-drive https://api.one user-1")
      assert.deepStrictEqual(tabs.map((one) => one.changed()), [["here"], ["elsewhere"], [], [], []])
      yield* Effect.forEach(tabs, (one) => one.close)
    }))

  it.scoped("hear of them in each drive of a composition, not in the first alone", () =>
    Effect.gen(function*() {
      const memoMap = yield* Layer.makeMemoMap
      const scope = yield* Effect.scope
      const eventsOf = (apiHost: string) =>
        Effect.map(
          Layer.buildWithMemoMap(
            inOrder(
              inner(Config.layer({ apiHost, product: { id: "test", version: "1" } })),
              DriveEventsLayer.layer,
              ChangesAcrossTabs.layer
            ),
            memoMap,
            scope
          ),
          Context.get(DriveEvents)
        )
      const drives = [yield* eventsOf("https://api.three"), yield* eventsOf("https://api.four")]
      const elsewhere = yield* tab("https://api.four")
      const heard: ReadonlyArray<Array<string>> = [[], []]
      for (const [index, events] of drives.entries()) {
        yield* events.on((event) => event._tag === "FilesChanged" && heard[index]?.push(event.origin))
        yield* events.publish({ _tag: "SignedIn", wsid: Wsid.make("user-1") })
      }
      yield* elsewhere.signIn("user-1")
      yield* elsewhere.change
      while (heard.flat().length === 0) yield* arrived("any")
      assert.deepStrictEqual(heard, [[], ["elsewhere"]])
      yield* elsewhere.close
    }))
})
