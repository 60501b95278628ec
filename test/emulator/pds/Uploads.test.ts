import { createHash } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Drive } from "./DriveCalls.js"
import { file, filled, put, send, startDrive, text, upload } from "./DriveCalls.js"

const partSize = 102_400

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex").toUpperCase()

const code = (body: string): string | undefined => /<Code>(\w+)<\/Code>/.exec(body)?.[1]

describe("uploads to a drive", () => {
  let drive: Drive
  beforeAll(async () => {
    drive = await startDrive()
  })
  afterAll(() => drive.emulator.close())

  it("creates, takes parts, lists them, completes, and gives the bytes back", async () => {
    const parts = [filled(partSize), filled(partSize, 2), text("the end")]
    const whole = Buffer.concat(parts)
    const created = await drive.call(
      "/file/create",
      file("photo.png", {
        size: whole.length,
        part_info_list: [{ part_number: 1 }, { part_number: 2 }, { part_number: 3 }],
        check_name_mode: "refuse"
      })
    )
    assert.strictEqual(created.status, 201)
    assert.match(created.headers.get("x-ca-request-id") ?? "", /^[0-9A-F]{32}$/)
    const { file_id, part_info_list, upload_id, ...rest } = created.body
    assert.deepStrictEqual(rest, {
      domain_id: "emulator",
      drive_id: drive.driveId,
      parent_file_id: "root",
      type: "file",
      file_name: "photo.png",
      status: "uploading",
      rapid_upload: false,
      exist: false
    })
    assert.deepStrictEqual(
      part_info_list.map((part: Record<string, unknown>) => [part.part_number, part.content_type]),
      [[1, ""], [2, ""], [3, ""]]
    )
    assert.strictEqual((await drive.call("/file/get", { file_id })).body.code, "NotFound.File")

    const first = await put(part_info_list[0].upload_url, parts[0] ?? text(""))
    assert.strictEqual(first.status, 200)
    assert.match(first.headers.get("etag") ?? "", /^"[0-9A-F]{32}"$/)
    assert.match(first.headers.get("x-oss-hash-crc64ecma") ?? "", /^\d+$/)

    const second = await drive.call("/file/get_upload_url", {
      file_id,
      upload_id,
      part_info_list: [{ part_number: 2 }, { part_number: 3 }]
    })
    assert.strictEqual(second.status, 200)
    for (const [index, { upload_url }] of second.body.part_info_list.entries()) {
      assert.strictEqual((await put(upload_url, parts[index + 1] ?? text(""))).status, 200)
    }

    const listed = await drive.call("/file/list_uploaded_parts", { file_id, upload_id, limit: 2 })
    assert.deepStrictEqual(
      listed.body.uploaded_parts.map((part: Record<string, unknown>) => [part.part_number, part.part_size]),
      [[1, partSize], [2, partSize]]
    )
    assert.strictEqual(listed.body.next_part_number_marker, "2")
    const rest2 = await drive.call("/file/list_uploaded_parts", { file_id, upload_id, part_number_marker: 2 })
    assert.deepStrictEqual(
      [rest2.body.uploaded_parts.length, rest2.body.next_part_number_marker, rest2.body.parallel_upload],
      [1, "", false]
    )

    const completed = await drive.call("/file/complete", { file_id, upload_id })
    assert.strictEqual(completed.status, 200)
    assert.deepInclude(completed.body, {
      file_id,
      name: "photo.png",
      size: whole.length,
      status: "available",
      type: "file",
      content_hash: sha1(whole),
      content_type: "image/png",
      category: "image",
      file_extension: "png",
      starred: false
    })

    const { body: address } = await drive.call("/file/get_download_url", { file_id })
    assert.strictEqual(address.crc64_hash, completed.body.crc64_hash)
    const response = await fetch(address.url)
    assert.deepStrictEqual(Buffer.from(await response.arrayBuffer()), whole)
    assert.strictEqual(response.headers.get("x-oss-hash-crc64ecma"), completed.body.crc64_hash)
    assert.include(response.headers.get("content-disposition") ?? "", "photo.png")
    const range = await fetch(address.url, { headers: { range: `bytes=${whole.length - 3}-` } })
    assert.deepStrictEqual([range.status, await range.text()], [206, "end"])
    const stale = await send(address.url, { headers: { "if-match": "\"0\"" } })
    assert.deepStrictEqual([stale.status, code(stale.body)], [412, "PreconditionFailed"])
  })

  it("knows the CRC-64 of the standard's own check text", async () => {
    const { body } = await upload(drive, file("check.txt"), [text("123456789")])
    assert.strictEqual(body.crc64_hash, "11051210869376104954")
  })
})
