/**
 * What only a socket can send: header values in UTF-8, a date that the client set itself, two lengths at once; signed by hand as
 * the documentation and OSS's Go SDK have it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createHash, createHmac } from "node:crypto"
import * as http from "node:http"
import * as net from "node:net"
import { layer, start } from "./endpoint.js"

const bucket = "my-bucket"

/** Node writes one byte a character, so this is how UTF-8 gets into a header. */
const utf8 = (text: string) => Buffer.from(text).toString("latin1")

const ask = (port: number, options: http.RequestOptions & { readonly body?: string }) =>
  Effect.async<{ readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string }, Error>(
    (resume) => {
      const request = http.request({ host: "127.0.0.1", port, agent: false, ...options }, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () =>
          resume(Effect.succeed({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString()
          })))
      })
      request.on("error", (error) => resume(Effect.fail(error)))
      // With a text Node would write the head in UTF-8, too.
      request.end(options.body === undefined ? undefined : Buffer.from(options.body))
    }
  )

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()

/** The Authorization header of version 4; `timestamp` is the text of the header that says when. */
const authorizationV4 = (
  key: { readonly accessKeyId: string; readonly secretAccessKey: string },
  timestamp: string,
  request: { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> }
) => {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "")
  const scope = `${day}/cn-hangzhou/oss/aliyun_v4_request`
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}:${value}\n`).sort().join("")
  const canonical = [request.method, request.path, "", headers, "", "UNSIGNED-PAYLOAD"].join("\n")
  const toSign = ["OSS4-HMAC-SHA256", timestamp, scope, createHash("sha256").update(canonical).digest("hex")].join("\n")
  const ofDay = hmac(`aliyun_v4${key.secretAccessKey}`, day)
  const signingKey = hmac(hmac(hmac(ofDay, "cn-hangzhou"), "oss"), "aliyun_v4_request")
  return `OSS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope},Signature=${hmac(signingKey, toSign).toString("hex")}`
}

const authorizationV1 = (
  key: { readonly accessKeyId: string; readonly secretAccessKey: string },
  lines: ReadonlyArray<string>
) => `OSS ${key.accessKeyId}:${createHmac("sha1", key.secretAccessKey).update(lines.join("\n")).digest("base64")}`

const meta = "阿达的大多 ü"

describe("the OSS endpoint on a socket", () => {
  it.scopedLive("takes a signature of version 4 over the text of a Date header, and over metadata in UTF-8", () =>
    Effect.gen(function*() {
      const { keys, port } = yield* start({ bucket })
      const key = yield* keys.issue({ buckets: "all" })
      const date = new Date().toUTCString()
      const path = `/${bucket}/k`
      const signed = { "x-oss-content-sha256": "UNSIGNED-PAYLOAD", "x-oss-meta-name": meta }
      const authorization = authorizationV4(key, date, { method: "PUT", path, headers: signed })
      const headers = { ...signed, "x-oss-meta-name": utf8(meta), date, authorization, "content-length": "5" }
      const put = yield* ask(port, { method: "PUT", path, headers, body: "hello" })
      assert.strictEqual(put.status, 200, put.text)
      const content = { "x-oss-content-sha256": "UNSIGNED-PAYLOAD" }
      const read = yield* ask(port, {
        path,
        headers: {
          ...content,
          date,
          authorization: authorizationV4(key, date, { method: "GET", path, headers: content })
        }
      })
      assert.deepStrictEqual([read.text, read.headers["x-oss-meta-name"]], ["hello", utf8(meta)])
      const another = new Date(Date.now() - 60_000).toUTCString()
      const wrong = yield* ask(port, { method: "PUT", path, headers: { ...headers, date: another }, body: "hello" })
      assert.include(wrong.text, "SignatureDoesNotMatch")
    }).pipe(Effect.provide(layer)))

  it.scopedLive("takes a signature of version 1 over metadata in UTF-8", () =>
    Effect.gen(function*() {
      const { keys, port } = yield* start({ bucket })
      const key = yield* keys.issue({ buckets: "all" })
      const date = new Date().toUTCString()
      const path = `/${bucket}/k`
      const authorization = authorizationV1(key, ["PUT", "", "", date, `x-oss-meta-name:${meta}`, path])
      const headers = { "x-oss-meta-name": utf8(meta), date, authorization, "content-length": "5" }
      const put = yield* ask(port, { method: "PUT", path, headers, body: "hello" })
      assert.strictEqual(put.status, 200, put.text)
      const read = yield* ask(port, {
        path,
        headers: { date, authorization: authorizationV1(key, ["GET", "", "", date, path]) }
      })
      assert.deepStrictEqual([read.text, read.headers["x-oss-meta-name"]], ["hello", utf8(meta)])
    }).pipe(Effect.provide(layer)))

  it.scopedLive("takes chunks beside a Content-Length, which they must make up; bytes that no header may have are 400", () =>
    Effect.gen(function*() {
      const { keys, port } = yield* start({ bucket })
      const key = yield* keys.issue({ buckets: "all" })
      const date = new Date().toUTCString()
      const path = `/${bucket}/k`
      const raw = (more: string, rest: string) =>
        Effect.async<string, Error>((resume) => {
          const socket = net.connect(port, "127.0.0.1")
          let answer = ""
          socket.on("data", (chunk: Buffer) => {
            answer += chunk.toString()
          })
          socket.on("error", (error) => resume(Effect.fail(error)))
          socket.on("close", () => resume(Effect.succeed(answer)))
          const authorization = authorizationV1(key, ["PUT", "", "", date, path])
          const head = `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nDate: ${date}\r\nAuthorization: ${authorization}\r\n`
          socket.write(`${head}Connection: close\r\n${more}\r\n${rest}`, "latin1")
        })
      const chunked = (length: number) => `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`
      const body = "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
      assert.match(yield* raw(chunked(5), body), /^HTTP\/1.1 200 /)
      assert.match(yield* raw(chunked(6), body), /^HTTP\/1.1 400 [^]*IncompleteBody/)
      assert.match(yield* raw(chunked(4), body), /^HTTP\/1.1 400 [^]*IncompleteBody/)
      for (const odd of ["X-Odd: a\u0001b", "X-Odd: a\u0000b", "X Odd: ab", "X-Ödd: ab"]) {
        assert.match(yield* raw(`${odd}\r\nContent-Length: 0\r\n`, ""), /^HTTP\/1.1 400 /, odd)
      }
      const read = yield* ask(port, {
        path,
        headers: { date, authorization: authorizationV1(key, ["GET", "", "", date, path]) }
      })
      assert.strictEqual(read.text, "hello")
    }).pipe(Effect.provide(layer)))
})
