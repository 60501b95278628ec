import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { productHeaders } from "../api/ProductCalls.js"
import type { Drive } from "./DriveCalls.js"
import { file, put, send, startDrive, text, upload } from "./DriveCalls.js"

const spaceToken = async ({ emulator }: Drive) => {
  const login = await fetch(`${emulator.apiHost}/api/v2/user/login`, {
    method: "POST",
    headers: productHeaders,
    body: JSON.stringify({ access_token: emulator.accessToken })
  })
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? ""
  const { body } = await send(`${emulator.apiHost}/api/v2/drive/space/pds-files/token`, {
    headers: { ...productHeaders, cookie }
  })
  return body.data
}

describe("tokens for a drive", () => {
  it("come from the product API, work for the space's drive, and end", async () => {
    const drive = await startDrive({ credentialLifetime: "90 seconds" })
    const { expire_time, params, platform, ...rest } = await spaceToken(drive)
    assert.deepStrictEqual([platform, rest], [1, {}])
    assert.deepInclude(params, { endpoint: drive.endpoint, drive_id: drive.driveId, expires_in: 90 })
    assert.isAbove(Date.parse(expire_time), Date.now())

    const headers = { authorization: `Bearer ${params.access_token}` }
    const list = () =>
      drive.raw("/file/list", JSON.stringify({ drive_id: drive.driveId, parent_file_id: "root" }), headers)
    assert.deepStrictEqual([(await list()).status, (await list()).body.items], [200, []])
    await drive.emulator.expireCredentials()
    const { body, status } = await list()
    assert.deepStrictEqual([status, body.code], [401, "AccessTokenExpired"])
    assert.strictEqual((await drive.call("/drive/get")).status, 200)
    await drive.emulator.close()
  })
})

describe("requests that make no sense", () => {
  let drive: Drive
  beforeAll(async () => {
    drive = await startDrive()
  })
  afterAll(() => drive.emulator.close())

  const refused = async (path: string, body: string, headers?: Record<string, string>) => {
    const answer = await drive.raw(path, body, headers)
    return [answer.status, answer.body.code]
  }
  const of = (body: Record<string, unknown>) => JSON.stringify({ drive_id: drive.driveId, ...body })

  it.each<[string, string, Record<string, unknown> | string, number, string]>([
    ["no JSON", "/file/list", "{", 400, "InvalidRequestJSONFormat"],
    ["no object", "/file/list", "[]", 400, "InvalidRequestJSONFormat"],
    ["no parent", "/file/list", {}, 400, "InvalidParameterMissing.ParentFileId"],
    ["a text for a number", "/file/list", { parent_file_id: "root", limit: "9" }, 400, "InvalidRequestJSONFormat"],
    [
      "an empty marker of parts",
      "/file/list_uploaded_parts",
      {
        file_id: "f",
        upload_id: "u",
        part_number_marker: ""
      },
      400,
      "InvalidRequestJSONFormat"
    ],
    ["an unknown upload", "/file/complete", { file_id: "f", upload_id: "u" }, 404, "NotFound.UploadId"],
    [
      "an unknown upload's addresses",
      "/file/get_upload_url",
      {
        file_id: "f",
        upload_id: "u",
        part_info_list: [{ part_number: 1 }]
      },
      404,
      "NotFound.UploadId"
    ],
    [
      "a part 0",
      "/file/create",
      file("a", { part_info_list: [{ part_number: 0 }] }),
      400,
      "InvalidParameter.PartInfoList"
    ],
    [
      "a part twice",
      "/file/create",
      file("a", { part_info_list: [{ part_number: 1 }, { part_number: 1 }] }),
      400,
      "InvalidParameter.PartInfoList"
    ],
    ["a name with a slash", "/file/create", file("a/b"), 400, "InvalidParameter.Name"],
    ["a name of 1,025 bytes", "/file/create", file("é".repeat(513)), 400, "InvalidParameter.Name"],
    ["a parent that is not there", "/file/create", file("a", { parent_file_id: "x" }), 404, "NotFound.File"],
    ["another type", "/file/create", file("a", { type: "link" }), 400, "InvalidParameter.Type"],
    ["a negative size", "/file/create", file("a", { size: -1 }), 400, "InvalidParameter.Size"],
    ["a hash that is none", "/file/create", file("a", { content_hash: "x" }), 400, "InvalidParameter.ContentHash"],
    ["new bytes for no file", "/file/create", file("a", { file_id: "gone" }), 404, "NotFound.File"],
    ["the download of nothing", "/file/get_download_url", { file_id: "gone" }, 404, "NotFound.File"],
    [
      "an address for too long",
      "/file/get_download_url",
      { file_id: "f", expire_sec: 115_201 },
      400,
      "InvalidParameter.ExpireSec"
    ],
    ["a path without a slash", "/file/get_by_path", { file_path: "a" }, 400, "InvalidParameter.FilePath"],
    ["the root in the bin", "/recyclebin/trash", { file_id: "root" }, 400, "InvalidParameter.FileId"],
    ["the removal of the root", "/file/delete", { file_id: "root" }, 400, "InvalidParameter.FileId"],
    ["a task that is not there", "/async_task/get", { async_task_id: "x" }, 404, "NotFound.AsyncTask"],
    ["no requests", "/batch", { requests: [] }, 400, "InvalidParameter.Requests"],
    [
      "a tag with #",
      "/file/put_usertags",
      { file_id: "f", user_tags: [{ key: "#", value: "" }] },
      400,
      "InvalidParameter.UserTags"
    ]
  ])("refuses %s", async (_, path, body, status, code) => {
    assert.deepStrictEqual(await refused(path, typeof body === "string" ? body : of(body)), [status, code])
  })

  it("wants a bearer token and POST", async () => {
    assert.deepStrictEqual(await refused("/drive/get", of({}), { authorization: "" }), [401, "AccessTokenInvalid"])
    assert.deepStrictEqual(await refused("/drive/get", of({}), { authorization: "Bearer x" }), [
      401,
      "AccessTokenInvalid"
    ])
    assert.strictEqual((await send(`${drive.endpoint}/data/1/2/3`)).status, 403)
  })

  it.each([
    ["no such path", "POST", "/v2/file/lst"],
    ["the object's own words", "POST", "/v2/constructor"],
    ["another method", "GET", "/v2/drive/get"],
    ["another place", "GET", "/elsewhere"]
  ])("leaves calls that there are none to the gateway, which answers in headers: %s", async (_, method, path) => {
    const { body, headers, status } = await send(`${drive.endpoint}${path}?x=1`, { method })
    assert.deepStrictEqual([status, body, headers.get("x-ca-error-code"), headers.get("x-ca-error-message")], [
      404,
      "",
      "I404NF",
      `API not found with \`${method} ${path}\``
    ])
    assert.isNotNull(headers.get("x-ca-request-id"))
  })
})

describe("pages and a drive", () => {
  it("may send the service's headers and no others, and read what uploads need", async () => {
    const { call, emulator, endpoint } = await startDrive()
    const preflight = (url: string, method: string, headers: string) =>
      fetch(url, {
        method: "OPTIONS",
        headers: {
          "origin": "https://app.example",
          "access-control-request-method": method,
          "access-control-request-headers": headers
        }
      })
    const asked = await preflight(`${endpoint}/v2/file/list`, "POST", "authorization,content-type,x-own")
    assert.strictEqual(asked.headers.get("access-control-allow-origin"), "*")
    assert.notInclude(asked.headers.get("access-control-allow-headers") ?? "", "x-own")
    assert.include(asked.headers.get("access-control-allow-headers") ?? "", "authorization")

    const { body } = await call("/file/create", file("a"))
    const [{ upload_url }] = body.part_info_list
    assert.strictEqual(
      (await preflight(upload_url, "PUT", "content-type")).headers.get("access-control-allow-origin"),
      "*"
    )
    const stored = await put(upload_url, text("x"))
    assert.include(stored.headers.get("access-control-expose-headers") ?? "", "ETag")
    const again = await put(upload_url, text("x"))
    assert.deepStrictEqual([again.status, again.headers.get("access-control-allow-origin")], [409, "*"])
    await emulator.close()
  })
})

describe("faults on a drive", () => {
  it("hit calls and bytes alike, and are all consumed", async () => {
    const drive = await startDrive({
      faults: [
        {
          match: { target: "pds", path: "/file/list" },
          action: {
            _tag: "status",
            status: 504,
            headers: { "x-ca-error-code": "D504TO", "x-ca-error-message": "timeout" }
          }
        },
        {
          match: { target: "pds", path: "/file/list" },
          action: {
            _tag: "status",
            status: 502,
            body: "<html>bad gateway</html>",
            headers: { "content-type": "text/html" }
          }
        },
        { match: { target: "pds", path: "/file/list" }, action: { _tag: "expire" } },
        { match: { target: "pds", path: "/data/", method: "PUT" }, action: { _tag: "expire" } },
        { match: { target: "pds", path: "/data/", method: "PUT" }, action: { _tag: "reset", afterBytes: 2 } },
        { match: { target: "pds", path: "/file/complete" }, action: { _tag: "dropReply" } }
      ]
    })
    const list = () => drive.call("/file/list", { parent_file_id: "root" })
    const gateway = await list()
    assert.deepStrictEqual(
      [gateway.status, gateway.body, gateway.headers.get("x-ca-error-code")],
      [504, "", "D504TO"]
    )
    assert.strictEqual((await list()).body, "<html>bad gateway</html>")
    assert.deepStrictEqual((await list()).body.code, "AccessTokenExpired")

    const { body } = await drive.call("/file/create", file("a"))
    const [{ upload_url }] = body.part_info_list
    const expired = await put(upload_url, text("bytes"))
    assert.deepStrictEqual([expired.status, /<Code>(.+)<\/Code>/.exec(expired.body)?.[1]], [403, "AccessDenied"])
    assert.include(expired.body, "Request has expired")
    assert.strictEqual(await put(upload_url, text("bytes")).then(() => "answered", () => "cut"), "cut")
    assert.strictEqual((await put(upload_url, text("bytes"))).status, 200)
    const complete = () => drive.call("/file/complete", { file_id: body.file_id, upload_id: body.upload_id })
    assert.strictEqual(await complete().then(() => "answered", () => "cut"), "cut")
    assert.strictEqual((await complete()).body.code, "NotFound.UploadId")
    assert.strictEqual((await drive.call("/file/get", { file_id: body.file_id })).body.size, 5)
    assert.deepStrictEqual(drive.emulator.remainingFaults(), [])
    assert.strictEqual(drive.emulator.traffic().accepted, 5)
    await drive.emulator.close()
  })

  it("a clock that is ahead makes an address old", async () => {
    const drive = await startDrive()
    const { body } = await drive.call("/file/create", file("a"))
    drive.emulator.faults.add([
      { match: { target: "pds", path: "/data/" }, action: { _tag: "skew", millis: 16 * 60_000 } }
    ])
    const late = await put(body.part_info_list[0].upload_url, text("x"))
    assert.deepStrictEqual([late.status, /<Code>(.+)<\/Code>/.exec(late.body)?.[1]], [403, "AccessDenied"])
    await drive.emulator.close()
  })
})

describe("a file of a drive over the wire", () => {
  it("can be cut into ranges and is never cached under another's name", async () => {
    const drive = await startDrive()
    const { body } = await upload(drive, file("naïve \"quoted\".txt"), [text("0123456789")])
    const { body: address } = await drive.call("/file/get_download_url", {
      file_id: body.file_id,
      file_name: "other.txt",
      response_content_type: "text/csv"
    })
    const whole = await fetch(address.url)
    assert.strictEqual(whole.headers.get("content-type"), "text/csv")
    assert.include(whole.headers.get("content-disposition") ?? "", "other.txt")
    const etag = whole.headers.get("etag") ?? ""
    const ranged = (range: string) => fetch(address.url, { headers: { range, "if-match": etag } })
    const middle = await ranged("bytes=2-4")
    assert.deepStrictEqual([middle.status, await middle.text(), middle.headers.get("content-range")], [
      206,
      "234",
      "bytes 2-4/10"
    ])
    const beyond = await ranged("bytes=10-")
    assert.deepStrictEqual([beyond.status, beyond.headers.get("content-range")], [416, "bytes */10"])
    const changed = await fetch(`${address.url}&response-content-type=text/html`)
    assert.strictEqual(changed.status, 403)
    await drive.emulator.close()
  })
})
