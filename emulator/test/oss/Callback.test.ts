/**
 * Callbacks, performed by a running emulator: to its own product API, and to other servers of this machine.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type RunningEmulator, startEmulator } from "../../src/index.js"
import { announcing, productHeaders } from "../api/ProductCalls.js"
import type { AliOss, CallbackOptions } from "./aliOss.js"
import { clientOf } from "./endpoint.js"

interface Called {
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

let drive: RunningEmulator
let client: AliOss
let server: Server
let port: number
let reply: (response: ServerResponse) => void
const called: Array<Called> = []

beforeAll(async () => {
  drive = await startEmulator({ spaces: [{ spaceId: "oss-files", platform: "oss", bucket: "called-back" }] })
  client = clientOf(drive.oss, { accessKeyId: drive.oss.accessKeyId, secretAccessKey: drive.oss.accessKeySecret }, {
    authorizationV4: true
  })
  server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      called.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  port = typeof address === "object" && address !== null ? address.port : 0
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await drive.close()
})

const json = (status: number, body: string) => (response: ServerResponse) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(body)

const own = (): CallbackOptions => ({
  url: `${drive.apiHost}/api/v2/file/oss-files/upload/storage-callback`,
  body: "bucket=${bucket}&object=${object}&etag=${etag}&size=${size}"
})

const failed = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && "code" in error) return `${String(error.code)}: ${error.message}`
    throw error
  }
  throw new Error("it succeeded")
}

describe("a callback", () => {
  it("to the product API is acknowledged, after a put and after a complete", async () => {
    const put = await client.put("a b/ü&=.txt", Buffer.from("hello"), { callback: own() })
    assert.deepStrictEqual(put.data, {
      code: 0,
      msg: "success",
      data: { object_key: "a b/ü&=.txt", size: 5, etag: "5D41402ABC4B2A76B9719D911017C592" }
    })
    const parts = await client.multipartUpload("parts", Buffer.alloc(250_000, "x"), {
      partSize: 102_400,
      callback: own()
    })
    assert.deepInclude(parts.data, { code: 0 })
    assert.strictEqual(parts.etag, (await client.head("parts")).res.headers["etag"])
  })

  it("reaches another server of this machine with all variables, as a form and as JSON", async () => {
    reply = json(200, "{\"got\":true}")
    called.length = 0
    const url = `http://127.0.0.1:${port}/form`
    const names = "bucket object etag size mimeType crc64 contentMd5 operation imageInfo.width constructor x:mine"
      .split(" ")
    const { data, res } = await client.put("v&1", Buffer.from("hello"), {
      mime: "text/x-v",
      callback: {
        url,
        host: "callback.test",
        body: names.map((name) => `${name}=\${${name}}`).join("&"),
        customValue: { mine: "ä &" }
      }
    })
    assert.deepStrictEqual(data, { got: true })
    const [form] = called
    assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(form?.body)), {
      bucket: "called-back",
      object: "v&1",
      etag: "5D41402ABC4B2A76B9719D911017C592",
      size: "5",
      mimeType: "text/x-v",
      crc64: "11177612005948864433",
      contentMd5: "XUFAKrxLKna5cZ2REBfFkg==",
      operation: "PutObject",
      "imageInfo.width": "",
      constructor: "",
      "x:mine": "ä &"
    })
    assert.deepInclude(form?.headers, {
      host: "callback.test",
      "content-type": "application/x-www-form-urlencoded",
      "x-oss-bucket": "called-back",
      "x-oss-request-id": res.headers["x-oss-request-id"]
    })
    await client.put("v\"2", Buffer.from("hello"), {
      callback: {
        url,
        body: "{\"object\":${object},\"quoted\":\"${object}\",\"size\":${size},\"none\":${none}}",
        contentType: "application/json"
      }
    })
    assert.deepStrictEqual(JSON.parse(called[1]?.body ?? ""), { object: "v\"2", quoted: "v\"2", size: 5, none: "" })
  })

  it("that fails is CallbackFailed, and the object is stored", async () => {
    const url = `http://127.0.0.1:${port}/fails`
    const put = (name: string) => failed(client.put(name, Buffer.from(name), { callback: { url, body: "x" } }))
    reply = json(500, "{}")
    assert.strictEqual(await put("f1"), "CallbackFailed: Error status : 500.")
    reply = json(301, "{}")
    assert.strictEqual(await put("f2"), "CallbackFailed: Error status : 301.")
    reply = json(200, "no json")
    assert.strictEqual(await put("f3"), "CallbackFailed: Response body is not valid json format.")
    reply = (response) => void response.destroy()
    assert.strictEqual(await put("f4"), "CallbackFailed: Error status : 502.")
    reply = json(200, `"${"x".repeat(1024 * 1024)}"`)
    assert.match(await put("f5"), /^CallbackFailed: User server return too long/)
    for (const name of ["f1", "f2", "f3", "f4", "f5"]) {
      assert.strictEqual((await client.get(name)).content.toString(), name)
    }
    const refused = client.put("other", Buffer.from("x"), {
      callback: { ...own(), body: "bucket=b&object=o&etag=e&size=1" }
    })
    assert.strictEqual(await failed(refused), "CallbackFailed: Error status : 404.")
  })

  it("goes to the next address when one fails, and follows the fault script", async () => {
    reply = json(503, "{}")
    called.length = 0
    const url = `http://127.0.0.1:${port}/first;${own().url}`
    assert.deepInclude((await client.put("next", Buffer.from("x"), { callback: { ...own(), url } })).data, { code: 0 })
    assert.strictEqual(called.length, 1)
    drive.faults.add([{
      match: { target: "api", path: "/storage-callback" },
      action: { _tag: "status", status: 500, body: "{}" }
    }])
    const put = client.put("faulty", Buffer.from("x"), { callback: own() })
    assert.strictEqual(await failed(put), "CallbackFailed: Error status : 500.")
    assert.deepStrictEqual(drive.remainingFaults(), [])
  })

  it("is part of what the token call hands out, with keys for the bucket that end", async () => {
    const login = await fetch(`${drive.apiHost}/api/v2/user/login`, {
      method: "POST",
      headers: productHeaders,
      body: JSON.stringify({ access_token: drive.accessToken })
    })
    const headers = { ...productHeaders, cookie: login.headers.get("set-cookie")?.split(";")[0] ?? "" }
    const api = async (method: string, path: string, body?: unknown) =>
      (await (await fetch(`${drive.apiHost}/api/v2${path}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body)
      })).json()).data
    const token = await api("GET", "/drive/space/oss-files/token")
    assert.deepInclude(token, {
      platform: 2,
      bucket_name: "called-back",
      bucket_endpoint: drive.oss.endpoint,
      region: "oss-cn-hangzhou"
    })
    const bytes = new TextEncoder().encode("from the page")
    const created = await api("POST", "/file/oss-files", announcing("a.txt", bytes))
    const space = clientOf(
      { endpoint: token.bucket_endpoint, bucket: token.bucket_name },
      {
        accessKeyId: token.access_key_id,
        secretAccessKey: token.access_key_secret,
        sessionToken: token.security_token
      }
    )
    const { callback_body, callback_body_type, callback_host, callback_url } = token.callback
    const put = await space.put(created.object_key, Buffer.from(bytes), {
      callback: { url: callback_url, host: callback_host, body: callback_body, contentType: callback_body_type }
    })
    assert.deepInclude(put.data, { code: 0 })
    const confirmed = await api("PUT", "/file/oss-files/upload/success-callback", { file_ids: [created.file_id] })
    assert.deepStrictEqual(confirmed.failed, [])
    const { download_url } = await api("POST", "/file/oss-files/download", { file_id: created.file_id })
    const download = await fetch(download_url)
    assert.strictEqual(await download.text(), "from the page")
    assert.include(download.headers.get("content-disposition"), "filename=\"a.txt\"")
    await drive.expireCredentials()
    assert.match(await failed(space.put("late", Buffer.from("x"))), /^SecurityTokenExpired/)
  })
})
