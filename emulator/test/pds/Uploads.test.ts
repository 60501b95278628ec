import { createSHA1 } from "hash-wasm"
import { createHash } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Answer, Drive } from "./DriveCalls.js"
import { file, filled, put, send, startDrive, text, upload } from "./DriveCalls.js"

const partSize = 102_400

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex").toUpperCase()

const hasher = await createSHA1()

const stateOffset = 4

/** The state after whole blocks, read out of another library's saved state. */
const sha1State = (bytes: Uint8Array): ReadonlyArray<number> => {
  const saved = hasher.init().update(bytes).save()
  const view = new DataView(saved.buffer, saved.byteOffset)
  return [0, 1, 2, 3, 4].map((word) => view.getUint32(stateOffset + word * 4, true))
}

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
    for (const [limit, count] of [[1000, 3], [101, 3], [1, 1], [0, 1], [-5, 1]] as const) {
      const page = await drive.call("/file/list_uploaded_parts", { file_id, upload_id, limit })
      assert.deepStrictEqual([page.status, page.body.uploaded_parts.length], [200, count], `limit ${limit}`)
    }

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

  it("gives what is there for mode refuse, a new name for auto_rename, and a double for ignore", async () => {
    const { body: first } = await upload(drive, file("same.txt"), [text("one")])
    const refused = await drive.call("/file/create", file("same.txt", { check_name_mode: "refuse" }))
    assert.strictEqual(refused.status, 201)
    assert.deepInclude(refused.body, { exist: true, file_id: first.file_id, type: "file" })
    assert.notProperty(refused.body, "part_info_list")
    const renamed = await drive.call("/file/create", file("same.txt", { check_name_mode: "auto_rename" }))
    assert.match(renamed.body.file_name, /^same_\d{8}_\d{6}\.txt$/)
    const { body: double } = await upload(drive, file("same.txt"), [text("two")])
    assert.notStrictEqual(double.file_id, first.file_id)
    assert.strictEqual(double.name, "same.txt")
    const overwrite = await drive.call("/file/create", file("same.txt", { check_name_mode: "overwrite" }))
    assert.deepStrictEqual([overwrite.status, overwrite.body.code], [400, "InvalidParameter.CheckNameMode"])
  })

  it("gives a file new bytes when its id is named, and keeps the old ones until then", async () => {
    const { body: old } = await upload(drive, file("version.txt"), [text("old")])
    const next = { ...file("version.txt"), file_id: old.file_id }
    const created = await drive.call("/file/create", next)
    assert.strictEqual(created.body.file_id, old.file_id)
    await put(created.body.part_info_list[0].upload_url, text("newer"))
    assert.strictEqual((await drive.call("/file/get", { file_id: old.file_id })).body.size, 3)
    const { upload_id } = created.body
    const { body } = await drive.call("/file/complete", { file_id: old.file_id, upload_id })
    assert.deepStrictEqual([body.size, body.created_at], [5, old.created_at])
    assert.strictEqual(await (await fetch(body.url)).text(), "newer")
  })

  it("takes parts in order only: an early one is refused, one that is there conflicts", async () => {
    const { body } = await drive.call(
      "/file/create",
      file("order.bin", { part_info_list: [{ part_number: 1 }, { part_number: 2 }, { part_number: 3 }] })
    )
    const [first, second, third] = body.part_info_list
    const early = await put(second.upload_url, filled(partSize))
    assert.deepStrictEqual([early.status, code(early.body)], [400, "PartNotSequential"])
    assert.strictEqual((await put(first.upload_url, filled(partSize))).status, 200)
    const again = await put(first.upload_url, filled(partSize))
    assert.deepStrictEqual([again.status, code(again.body)], [409, "PartAlreadyExist"])
    assert.strictEqual((await put(second.upload_url, filled(partSize))).status, 200)
    // Two at once: one of them is too late.
    const both = await Promise.all([put(third.upload_url, text("a")), put(third.upload_url, text("b"))])
    assert.deepStrictEqual(both.map(({ status }) => status).sort(), [200, 409])
  })

  it("refuses a complete without parts, with a gap of size, with small parts, and with another CRC", async () => {
    const many = { part_info_list: [{ part_number: 1 }, { part_number: 2 }] }
    const { body: small } = await drive.call("/file/create", file("small.bin", many))
    const complete = ({ file_id, upload_id }: Record<string, unknown>, more = {}) =>
      drive.call("/file/complete", { file_id, upload_id, ...more })
    assert.strictEqual((await complete(small)).body.code, "InvalidParameter.PartInfoList")
    await put(small.part_info_list[0].upload_url, text("tiny"))
    await put(small.part_info_list[1].upload_url, text("end"))
    assert.strictEqual((await complete(small)).body.code, "InvalidParameter.PartInfoList")

    const { body: sized } = await drive.call("/file/create", file("sized.bin", { size: 7 }))
    await put(sized.part_info_list[0].upload_url, text("eight by"))
    assert.strictEqual((await complete(sized)).body.code, "InvalidParameterNotMatch.Size")

    const { body: summed } = await drive.call("/file/create", file("summed.bin", many))
    await put(summed.part_info_list[0].upload_url, filled(partSize))
    await put(summed.part_info_list[1].upload_url, text("end"))
    const wrong = await complete(summed, { crc64_hash: "1" })
    assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "InvalidParameterNotMatch.Crc64Hash"])
    const { body: whole } = await upload(drive, file("whole.bin"), [Buffer.concat([filled(partSize), text("end")])])
    const right = await complete(summed, { crc64_hash: whole.crc64_hash })
    assert.deepStrictEqual([right.status, right.body.content_hash], [200, whole.content_hash])
    const repeated = await complete(summed)
    assert.deepStrictEqual([repeated.status, repeated.body.code], [404, "NotFound.UploadId"])
    const late = await put(summed.part_info_list[1].upload_url, text("end"))
    assert.deepStrictEqual([late.status, code(late.body)], [404, "NoSuchUpload"])
  })

  it("ends an upload whose content hash was not that of its bytes", async () => {
    const { body } = await drive.call(
      "/file/create",
      file("liar.bin", { size: 5, content_hash: "0".repeat(40), content_hash_name: "sha1" })
    )
    await put(body.part_info_list[0].upload_url, text("truth"))
    const { file_id, upload_id } = body
    const wrong = await drive.call("/file/complete", { file_id, upload_id })
    assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "InvalidParameter.ContentHash"])
    assert.strictEqual((await drive.call("/file/complete", { file_id, upload_id })).body.code, "NotFound.UploadId")
  })

  it("lists at most 100 parts, however many are asked for", async () => {
    const { body } = await drive.call(
      "/file/create",
      file("many.bin", { part_info_list: Array.from({ length: 101 }, (_, index) => ({ part_number: index + 1 })) })
    )
    const { file_id, part_info_list, upload_id } = body
    for (const { upload_url } of part_info_list) await put(upload_url, text("x"))
    const page = await drive.call("/file/list_uploaded_parts", { file_id, upload_id, limit: 1000 })
    assert.deepStrictEqual([page.body.uploaded_parts.length, page.body.next_part_number_marker], [100, "100"])
  })

  it("knows the empty file before anybody has sent one, and once more", async () => {
    const content_hash = sha1(text(""))
    const asked = (more: Record<string, unknown>) => drive.call("/file/create", file("none", { size: 0, ...more }))
    const matched = await asked({ pre_hash: content_hash })
    assert.deepStrictEqual([matched.status, matched.body.code], [409, "PreHashMatched"])
    for (const hash of [content_hash, content_hash.toLowerCase()]) {
      const { body, status } = await asked({ content_hash: hash, content_hash_name: "sha1" })
      assert.deepStrictEqual([status, body.rapid_upload, body.status], [201, true, "available"])
      assert.notProperty(body, "part_info_list")
      const { body: got } = await drive.call("/file/get", { file_id: body.file_id })
      assert.deepInclude(got, { size: 0, content_hash, crc64_hash: "0", name: "none" })
      const read = await fetch(got.url)
      assert.deepStrictEqual([read.status, await read.text()], [200, ""])
    }
    const other = await asked({ content_hash: "0".repeat(40), content_hash_name: "sha1" })
    assert.strictEqual(other.body.rapid_upload, false)
    const longer = await drive.call("/file/create", file("one", { size: 1, content_hash, content_hash_name: "sha1" }))
    assert.strictEqual(longer.body.rapid_upload, false)
  })

  it("takes a file of no bytes", async () => {
    const { body, status } = await upload(drive, file("empty", { size: 0 }), [text("")])
    assert.deepStrictEqual([status, body.size, body.crc64_hash], [200, 0, "0"])
    assert.strictEqual(await (await fetch(body.url)).text(), "")
  })

  it("finds known bytes by their first KiB and then by their hash; a proof has to fit", async () => {
    const bytes = filled(2000, 7)
    await upload(drive, file("original.bin"), [bytes])
    const size = bytes.length
    const asked = (more: Record<string, unknown>) => drive.call("/file/create", file("rapid.bin", { size, ...more }))
    const matched = await asked({ pre_hash: sha1(bytes.subarray(0, 1024)) })
    assert.deepStrictEqual([matched.status, matched.body.code], [409, "PreHashMatched"])
    const other = await asked({ pre_hash: sha1(bytes.subarray(0, 1000)) })
    assert.deepStrictEqual([other.status, other.body.rapid_upload], [201, false])

    const rapid = await asked({ content_hash: sha1(bytes), content_hash_name: "sha1" })
    assert.strictEqual(rapid.status, 201)
    assert.deepInclude(rapid.body, { rapid_upload: true, status: "available" })
    const { file_id, upload_id } = rapid.body
    const late = await drive.call("/file/get_upload_url", { file_id, upload_id, part_info_list: [{ part_number: 1 }] })
    assert.deepStrictEqual([late.status, late.body.code], [409, "AlreadyExist.File"])
    const { body: got } = await drive.call("/file/get", { file_id })
    assert.deepStrictEqual(Buffer.from(await (await fetch(got.url)).arrayBuffer()), Buffer.from(bytes))

    const token = drive.emulator.pds.accessToken
    const start = createHash("md5").update(token).digest("hex").slice(0, 16)
    const offset = Number(BigInt(`0x${start}`) % BigInt(size))
    const proof_code = Buffer.from(bytes.subarray(offset, offset + 8)).toString("base64")
    const proven = (code: string) =>
      drive.call(
        "/file/create_with_proof",
        file("proof.bin", { size, content_hash: sha1(bytes), proof_code: code, proof_version: "v1" })
      )
    assert.strictEqual((await proven(proof_code)).body.rapid_upload, true)
    assert.strictEqual((await proven("AAAAAAAAAAA=")).body.code, "InvalidParameter.ProofCode")
  })

  it("takes parts of a parallel upload in any order, and checks the SHA-1 states it was told", async () => {
    const parts = [filled(partSize, 3), filled(partSize, 4)]
    const zero = { h: [], part_offset: 0 }
    // The state of SHA-1 after the first part's 1,600 blocks, from an implementation of another hand.
    const after = sha1State(parts[0] ?? text(""))
    const begin = (second: Record<string, unknown>) =>
      drive.call(
        "/file/create",
        file("parallel.bin", {
          parallel_upload: true,
          part_info_list: [
            { part_number: 1, parallel_sha1_ctx: zero },
            { part_number: 2, parallel_sha1_ctx: second }
          ]
        })
      )
    const finish = async ({ body: { file_id, part_info_list, upload_id } }: Answer) => {
      assert.strictEqual((await put(part_info_list[1].upload_url, parts[1] ?? text(""))).status, 200)
      assert.strictEqual((await put(part_info_list[0].upload_url, parts[0] ?? text(""))).status, 200)
      return drive.call("/file/complete", { file_id, upload_id })
    }
    const begun = await begin({ h: after, part_offset: partSize })
    // What is sent again takes the place of what was there.
    for (const { upload_url } of begun.body.part_info_list) {
      assert.strictEqual((await put(upload_url, filled(partSize, 9))).status, 200)
    }
    const right = await finish(begun)
    assert.deepStrictEqual([right.status, right.body.content_hash], [200, sha1(Buffer.concat(parts))])
    const wrong = await finish(await begin({ h: [1, 2, 3, 4, 5], part_offset: partSize }))
    assert.deepStrictEqual([wrong.status, wrong.body.code], [400, "InvalidParameter.ParallelSha1Ctx"])
    const crooked = await begin({ h: after, part_offset: 100 })
    assert.strictEqual(crooked.body.code, "InvalidParameter.ParallelSha1Ctx")
  })

  it("refuses what an address was not signed for", async () => {
    const { body } = await drive.call(
      "/file/create",
      file("typed.txt", { part_info_list: [{ part_number: 1, content_type: "text/plain" }] })
    )
    const [{ content_type, upload_url }] = body.part_info_list
    assert.strictEqual(content_type, "text/plain")
    const refused = async (url: string, init: RequestInit) => {
      const { body, status } = await send(url, init)
      return [status, code(body)]
    }
    const bytes = new Uint8Array([1])
    assert.deepStrictEqual(await refused(upload_url, { method: "PUT", body: bytes }), [403, "SignatureDoesNotMatch"])
    const moved = upload_url.replace("partNumber=1", "partNumber=2")
    const headers = { "content-type": "text/plain" }
    const other = await refused(moved, { method: "PUT", body: bytes, headers })
    assert.deepStrictEqual(other, [403, "SignatureDoesNotMatch"])
    const bearer = { ...headers, authorization: "Bearer leaked" }
    assert.deepStrictEqual(
      await refused(upload_url, { method: "PUT", body: bytes, headers: bearer }),
      [400, "InvalidArgument"]
    )
    assert.deepStrictEqual(await refused(upload_url, {}), [403, "SignatureDoesNotMatch"])
    assert.strictEqual((await put(upload_url, bytes, headers)).status, 200)
  })
})

describe("a domain without parallel uploads", () => {
  it("says so", async () => {
    const drive = await startDrive({ parallelUpload: false })
    const { body, status } = await drive.call("/file/create", file("p.bin", { parallel_upload: true }))
    assert.deepStrictEqual([status, body.code], [400, "InvalidParameterNotSupported.ParallelUpload"])
    await drive.emulator.close()
  })
})

describe("limits of a drive", () => {
  it("refuses files over the limit and beyond the quota, at create and again at complete", async () => {
    const drive = await startDrive({ quota: 10, fileSizeLimit: 8 })
    const large = await drive.call("/file/create", file("large", { size: 9 }))
    assert.deepStrictEqual([large.status, large.body.code], [400, "InvalidParameter.SizeExceed"])
    await upload(drive, file("a", { size: 6 }), [text("sixsix")])
    const over = await drive.call("/file/create", file("b", { size: 5 }))
    assert.deepStrictEqual([over.status, over.body.code], [403, "QuotaExhausted.Drive"])
    const unsaid = await upload(drive, file("c"), [text("fives")])
    assert.deepStrictEqual([unsaid.status, unsaid.body.code], [403, "QuotaExhausted.Drive"])
    const { body } = await drive.call("/drive/get")
    assert.deepStrictEqual([body.total_size, body.used_size], [10, 6])
    await drive.emulator.close()
  })
})
