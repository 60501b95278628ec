import { assert, describe, it } from "@effect/vitest"
import type { OpenStream, ToPage } from "../../../src/layers/browser/download/DownloadWorkerProtocol.js"
import { streamPath } from "../../../src/layers/browser/download/DownloadWorkerProtocol.js"
import { attachment } from "../../../src/layers/http/attachment.js"
import { servedWorker } from "../browser/servedWorker.js"

/** The first half of an emoji, as a service leaves it that cuts names after so many UTF-16 units. */
const cut = `holiday ${"😀".slice(0, 1)}`

describe("an answer that is saved", () => {
  it.each([
    ["plain.txt", "plain.txt", "plain.txt"],
    ["Öl \"1\".txt", "_l _1_.txt", "%C3%96l%20%221%22.txt"],
    ["it's (50%)!*\\😀", "it's (50_)!*___", "it%27s%20%2850%25%29%21%2A%5C%F0%9F%98%80"],
    [cut, "holiday _", "holiday%20_"]
  ])("has the name %j in ASCII, and as it is", (name, plain, escaped) => {
    assert.strictEqual(attachment(name), `attachment; filename="${plain}"; filename*=UTF-8''${escaped}`)
  })

  it("comes from the service worker under a name that was cut in the middle of a character", async () => {
    const listeners = servedWorker()
    const { port1: page, port2: port } = new MessageChannel()
    const begun = new Promise<void>((resolve) => {
      page.onmessage = ({ data }: MessageEvent<ToPage>) => {
        if (data.type === "begun") resolve()
      }
    })
    const open: OpenStream = { type: "effect-drive/open", id: "one", name: cut, size: 3 }
    listeners.get("message")?.({ data: open, ports: [port] })
    const answered = new Promise<Response>((respondWith) => {
      listeners.get("fetch")?.({ request: { url: `http://page.test/${streamPath}/one` }, respondWith })
    })
    const answer = await answered
    await begun
    assert.strictEqual(answer.headers.get("content-disposition"), attachment(cut))
    page.postMessage({ type: "bytes", bytes: new Uint8Array([1, 2, 3]) })
    page.postMessage({ type: "end" })
    assert.deepStrictEqual([...new Uint8Array(await answer.arrayBuffer())], [1, 2, 3])
    page.close()
  })
})
