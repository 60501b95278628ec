/** What Node is told of a proxy holds for a drive too. Versions of Node that know no proxy make their requests without one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { startEmulator } from "effect-drive/emulator"
import { createDrive } from "effect-drive/promise"
import * as http from "node:http"
import * as https from "node:https"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { afterEach, onTestFinished } from "vitest"
import { get } from "../../../src/layers/node/transport/NodeGet.js"
import { tappedConnections } from "../../../src/layers/node/transport/NodeRequest.js"
import { selfSigned } from "./selfSigned.js"

const knowsProxies = process.allowedNodeEnvironmentFlags.has("--use-env-proxy")

/** As Node keeps what it has read from the environment when it started. */
const tellNode = (proxyEnv: Readonly<Record<string, string>> | undefined): void => {
  for (const agent of [http.globalAgent, https.globalAgent]) Object.assign(Reflect.get(agent, "options"), { proxyEnv })
}

afterEach(() => tellNode(undefined))

const listen = async (server: http.Server): Promise<string> => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Passes on what it is asked for, and tells it: plain requests by method and host, tunnels by host. */
const openProxy = async () => {
  const seen: Array<string> = []
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? "")
    seen.push(`${request.method} ${url.host}`)
    const { headers, method = "GET" } = request
    const onward = http.request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => response.destroy())
    request.pipe(onward)
  })
  server.on("connect", (request, client) => {
    seen.push(`CONNECT ${request.url}`)
    const [host = "", port] = (request.url ?? "").split(":")
    const onward = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n")
      onward.pipe(client)
      client.pipe(onward)
    })
    for (const socket of [onward, client]) socket.on("error", () => [onward, client].map((one) => one.destroy()))
  })
  return { seen, host: await listen(server) }
}

describe("a drive on a machine behind a proxy", () => {
  it("asks the service and the storage through it, and bytes come back whole", async () => {
    const proxy = await openProxy()
    tellNode({ HTTP_PROXY: `http://${proxy.host}` })
    const emulator = await startEmulator({ spaces: [{ spaceId: "mine", platform: "s3" }] })
    onTestFinished(() => emulator.close())
    const drive = createDrive({ apiHost: emulator.apiHost, product: { id: "test", version: "1" }, language: "en" })
    onTestFinished(() => drive.dispose())
    await drive.session.initialise({ accessToken: emulator.accessToken })
    const bytes = Uint8Array.from({ length: 11 * 1024 * 1024 }, (_, index) => (index * 7 + (index >> 9)) % 251)
    const { fileId } = await drive.uploads.start({ source: new Blob([bytes]), name: "large.bin" }).done
    const back = await drive.downloads.blob({ fileId })
    assert.isTrue(Buffer.from(await back.arrayBuffer()).equals(bytes))
    const ofStorage = proxy.seen.filter((line) => !emulator.apiHost.endsWith(line.split(" ")[1] ?? ""))
    const counted = (method: string) => ofStorage.filter((line) => line.startsWith(`${method} `)).length
    assert.strictEqual(proxy.seen.length > ofStorage.length, knowsProxies)
    // begin and complete; the parts
    assert.deepStrictEqual([counted("POST"), counted("PUT")], knowsProxies ? [2, 3] : [0, 0])
    assert.strictEqual(counted("GET") > 0, knowsProxies)
  })

  it("reaches an encrypted storage through a tunnel", async () => {
    const { cert, key } = selfSigned()
    const body = "b".repeat(300_000)
    const storage = await listen(https.createServer({ cert, key }, (_, response) => void response.end(body)))
    const proxy = await openProxy()
    tellNode({ HTTPS_PROXY: `http://${proxy.host}` })
    const url = Redacted.make(`https://${storage}/object`)
    const answer = Effect.gen(function*() {
      const kept = yield* tappedConnections
      kept.https.options.ca = cert
      const address = { url, headers: {}, credentialVersion: 1, expiresAt: 0 }
      const reply = yield* get(kept, { address, flows: false })
      const chunks = yield* Stream.runCollect(reply.bytes)
      return { status: reply.status, text: Buffer.concat([...chunks]).toString() }
    })
    assert.deepStrictEqual(await Effect.runPromise(Effect.scoped(answer)), { status: 200, text: body })
    assert.deepStrictEqual(proxy.seen, knowsProxies ? [`CONNECT ${storage}`] : [])
  })
})
