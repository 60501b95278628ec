/** Several files at once: their addresses, archives, and the tasks that make those. */
import { assert } from "@effect/vitest"
import { Effect, Redacted, Stream, TestClock } from "effect"
import { FileId } from "../../../../src/domain/Ids.js"
import { Transport } from "../../../../src/services/Transport.js"
import { unzip } from "../../../seldom/tasks/unzip.js"
import type { AddCase } from "./cases.js"
import { endedTask, napping } from "./following.js"
import { isRefusal } from "./nameTaken.js"
import { download, isGone, newFolder, put } from "./storing.js"
import { platform, provider } from "./underTest.js"

const unknown = FileId.make("no-such-file")

/** What an address that came with an answer leads to. */
const read = Effect.fnUntraced(function*(url: Redacted.Redacted<string> | undefined) {
  const transport = yield* Transport
  const address = { url: url ?? Redacted.make(""), headers: {}, credentialVersion: 0, expiresAt: 0 }
  const reply = yield* transport.get(address)
  assert.strictEqual(reply.status, 200)
  return Buffer.concat([...yield* Stream.runCollect(reply.bytes)])
}, Effect.scoped)

export const cases = (add: AddCase) => {
  add(
    ["downloads.batch"],
    "gives the addresses of several files and leaves out what is none, or refuses",
    () =>
      Effect.gen(function*() {
        const { downloads } = yield* provider
        const { batchAddresses } = yield* platform
        const folder = yield* newFolder()
        const [a, b] = [yield* put("größe.txt", folder, "the a"), yield* put("b.txt", folder, "b")]
        if (isRefusal(batchAddresses)) {
          const error = yield* Effect.flip(downloads.batch([a, b]))
          assert.deepInclude(error, { _tag: "UnsupportedOperation", platform: "pds", message: batchAddresses.refused })
          return
        }
        const infos = yield* downloads.batch([a, unknown, folder, b])
        assert.deepStrictEqual(infos.map(({ fileId, name, size }) => [fileId, name, size]), [
          [a, "größe.txt", 5],
          [b, "b.txt", 1]
        ])
        for (const { downloadUrl, expiresAt, url } of infos) {
          assert.strictEqual(Redacted.value(url), Redacted.value(downloadUrl))
          assert.isAbove(expiresAt ?? 0, 0)
        }
        assert.strictEqual(String(yield* read(infos[0]?.url)), "the a")
        assert.strictEqual(String(yield* read(infos[1]?.downloadUrl)), "b")
        assert.deepStrictEqual(yield* downloads.batch([unknown]), [])
      })
  )

  add(
    ["downloads.archive", "tasks.get", "tasks.pollTask"],
    "makes an archive of files and folders by a task",
    () =>
      Effect.gen(function*() {
        const { downloads, tasks } = yield* provider
        const { archive, pollTask } = yield* platform
        const parentFileId = yield* newFolder()
        const folder = yield* newFolder(parentFileId, "folder")
        yield* put("ü 🎉.txt", folder, "inside")
        const file = yield* put("file.txt", parentFileId, "beside")
        const fileIds = [folder, file]
        const { fileId, taskId } = yield* downloads.archive({ fileIds, name: "all.zip", expireSec: 600 })
        assert.strictEqual(fileId !== undefined, archive === "file")
        if (isRefusal(pollTask)) {
          const error = yield* Effect.flip(tasks.pollTask(taskId))
          assert.deepInclude(error, { _tag: "UnsupportedOperation", operation: "pollTask", message: pollTask.refused })
        } else {
          assert.strictEqual((yield* endedTask(taskId, tasks.pollTask)).state, "Succeed")
        }
        const task = yield* endedTask(taskId)
        assert.deepStrictEqual(
          [task.taskId, task.asyncTaskId, task.state, task.status, task.totalProcess, task.consumedProcess],
          [taskId, taskId, "Succeed", "Succeed", 100, 100]
        )
        // What a file of the drive is called and where it is, the task does not tell: the download call does.
        assert.strictEqual(task.url !== undefined, archive === "address")
        assert.strictEqual(task.archiveFileResult?.name, archive === "address" ? "all.zip" : undefined)
        const zip = fileId === undefined ? yield* read(task.url) : yield* download(fileId)
        assert.sameDeepMembers([...unzip(zip)].filter(([path]) => !path.endsWith("/")), [
          ["folder/ü 🎉.txt", "inside"],
          ["file.txt", "beside"]
        ])
      })
  )

  add(
    ["downloads.archive"],
    "keeps an archive that is a file for as long as was asked for",
    () =>
      Effect.gen(function*() {
        const { downloads, files } = yield* provider
        const file = yield* put("file.txt", yield* newFolder())
        const { fileId, taskId } = yield* downloads.archive({ fileIds: [file], name: "short.zip", expireSec: 60 })
        yield* endedTask(taskId)
        if (fileId === undefined) return
        assert.strictEqual((yield* files.info(fileId)).name, "short.zip")
        yield* TestClock.adjust("61 seconds")
        yield* isGone(fileId)
      })
  )

  add(
    ["downloads.archive"],
    "makes no archive of files that are not there, and says which those are",
    () =>
      Effect.gen(function*() {
        const { bin, downloads } = yield* provider
        const refused = (...fileIds: ReadonlyArray<FileId>) =>
          Effect.flip(downloads.archive({ fileIds, name: "no.zip", expireSec: undefined }))
        const folder = yield* newFolder()
        const [file, binned] = [yield* put("file.txt", folder), yield* put("binned.txt", folder)]
        yield* napping(bin.recycle(binned, { isAsync: false }))
        for (const fileIds of [[unknown], [unknown, unknown], [file, unknown, folder]]) {
          const error = yield* refused(...fileIds)
          assert.deepInclude(error, { _tag: "FileNotFound", fileId: unknown, fileIds: [unknown] })
          assert.strictEqual(error.message, "no file or folder no-such-file")
        }
        const error = yield* refused(unknown, file, binned, unknown)
        assert.deepInclude(error, { _tag: "FileNotFound", fileIds: [unknown, binned] })
        assert.strictEqual(error.message, `not all of these files and folders are there: no-such-file, ${binned}`)
      })
  )

  add(["downloads.archive"], "takes a file that is named twice once", () =>
    Effect.gen(function*() {
      const { downloads } = yield* provider
      const file = yield* put("once.txt", yield* newFolder())
      const { fileId, taskId } = yield* downloads.archive({
        fileIds: [file, file],
        name: "once.zip",
        expireSec: undefined
      })
      const task = yield* endedTask(taskId)
      const zip = fileId === undefined ? yield* read(task.url) : yield* download(fileId)
      assert.deepStrictEqual([...unzip(zip)], [["once.txt", "once.txt"]])
    }))

  add(["tasks.get", "tasks.pollTask"], "knows no task of an unknown id", () =>
    Effect.gen(function*() {
      const { tasks } = yield* provider
      assert.strictEqual((yield* Effect.flip(tasks.get("no-such-task")))._tag, "ApiError")
      const polled = yield* Effect.flip(tasks.pollTask("no-such-task"))
      assert.strictEqual(polled._tag, isRefusal((yield* platform).pollTask) ? "UnsupportedOperation" : "ApiError")
    }))

  add(
    ["tasks.get", "files.copy"],
    "says of a copy whose folder goes in between that it came to a bad end",
    () =>
      Effect.gen(function*() {
        const { files } = yield* provider
        const { copyTasks } = yield* platform
        const parentFileId = yield* newFolder()
        const folder = yield* newFolder(parentFileId, "folder")
        yield* files.remove(folder, { isAsync: true })
        yield* TestClock.adjust("100 millis")
        const wanted = { fileIds: [folder], toParentFileId: yield* newFolder(), checkNameMode: undefined }
        const started = copyTasks.folder ? yield* files.copy({ ...wanted, isAsync: true }) : undefined
        const { errorItems, successItems } = yield* napping(files.copy(wanted))
        assert.deepStrictEqual(successItems, [])
        assert.deepStrictEqual(errorItems.map(({ error }) => error._tag), [
          copyTasks.folder ? "TaskFailed" : "FileNotFound"
        ])
        if (started === undefined) return
        const task = yield* endedTask(started.successItems[0]?.asyncTaskId)
        assert.deepStrictEqual([task.state, task.consumedProcess, task.errorCode], ["Failed", 0, "NotFound.File"])
      })
  )
}
