import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Drive } from "./DriveCalls.js"
import { file, filled, put, startDrive, text, upload } from "./DriveCalls.js"

const partSize = 102_400

describe("a drive with a directory", () => {
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "drive-"))
  })
  afterAll(() => rm(data, { recursive: true }))

  const during = async <A>(use: (drive: Drive) => Promise<A>): Promise<A> => {
    const drive = await startDrive({ data, taskDuration: "1 hour" })
    const result = await use(drive)
    await drive.emulator.close()
    return result
  }

  it("continues with uploads, files, the direct token and tasks after a restart", async () => {
    const before = await during(async (drive) => {
      const { body: done } = await upload(drive, file("done.txt", { description: "kept" }), [text("done")])
      const { body: open } = await drive.call(
        "/file/create",
        file("open.bin", { part_info_list: [{ part_number: 1 }, { part_number: 2 }] })
      )
      await put(open.part_info_list[0].upload_url, filled(partSize))
      const { body: folder } = await drive.call("/file/create", { name: "f", type: "folder", parent_file_id: "root" })
      const { body: task } = await drive.call("/recyclebin/trash", { file_id: folder.file_id })
      return { done, open, task, accessToken: drive.emulator.pds.accessToken, endpoint: drive.endpoint }
    })
    await during(async (drive) => {
      assert.strictEqual(drive.emulator.pds.accessToken, before.accessToken)
      assert.deepInclude((await drive.call("/file/get", { file_id: before.done.file_id })).body, {
        description: "kept",
        crc64_hash: before.done.crc64_hash
      })
      const { file_id, part_info_list, upload_id } = before.open
      const { body: parts } = await drive.call("/file/list_uploaded_parts", { file_id, upload_id })
      assert.deepStrictEqual(parts.uploaded_parts.map((part: { part_size: number }) => part.part_size), [partSize])
      // An address of the earlier run still works, where the endpoint has come back to.
      const address = part_info_list[1].upload_url.replace(before.endpoint, drive.endpoint)
      assert.strictEqual((await put(address, text("end"))).status, 200)
      const { body: completed } = await drive.call("/file/complete", { file_id, upload_id })
      assert.strictEqual(completed.size, partSize + 3)
      const { body: task } = await drive.call("/async_task/get", { async_task_id: before.task.async_task_id })
      assert.strictEqual(task.state, "Running")
    })
  })
})
