import { assert } from "@effect/vitest"
import type { IncomingMessage, RequestListener } from "node:http"
import { describe, it } from "vitest"
import { adaptersPage } from "./adaptersPage.js"
import { listen } from "./PageServer.js"

const { onPage } = adaptersPage()

/** A storage on another origin; `expose` are the headers that CORS lets the page read. */
const withStorage = async <A>(
  handler: RequestListener,
  expose: string,
  use: (origin: string) => Promise<A>
): Promise<A> => {
  const storage = await listen((request, response) => {
    response.setHeader("access-control-allow-origin", "*")
    response.setHeader("access-control-allow-methods", "*")
    response.setHeader("access-control-allow-headers", "*, content-type, range, if-match")
    response.setHeader("access-control-expose-headers", expose)
    if (request.method === "OPTIONS") response.end()
    else handler(request, response)
  })
  try {
    return await use(storage.origin)
  } finally {
    await storage.close()
  }
}

const lengthOf = async (request: IncomingMessage): Promise<number> => {
  let length = 0
  for await (const chunk of request) length += (chunk as Buffer).length // no encoding is set
  return length
}

const MiB = 1_048_576

/** A body of which the server reads one chunk, and the rest when it is released: what the page sends next must wait. */
const heldBody = () => {
  let held: IncomingMessage | undefined
  let length = 0
  return {
    hold: (request: IncomingMessage) => {
      held = request
      request.on("data", (chunk: Buffer) => {
        if (length === 0) request.pause()
        length += chunk.length
      })
    },
    release: () => held?.resume(),
    length: () => length,
    headers: () => held?.headers ?? {}
  }
}

describe("TransportXhr in Chromium", () => {
  it("puts with progress, the signed headers and no cookies", () =>
    onPage(async (page, context) => {
      const body = heldBody()
      const store: RequestListener = (request, response) => {
        body.hold(request)
        request.on("end", () => response.writeHead(200, { etag: "\"abc\"" }).end("fine"))
      }
      await withStorage(store, "etag", async (origin) => {
        await context.addCookies([{ name: "session", value: "secret", url: origin }])
        const putting = page.evaluate(
          ([url, size]) => window.adapters.put(url, size, { "content-type": "video/mp4", "content-length": "1" }),
          [`${origin}/k?sig=1`, 64 * MiB] as const
        )
        await page.waitForFunction(() => window.steps?.length > 0)
        body.release()
        const { steps, value } = await putting
        assert(value !== undefined)
        assert.strictEqual(value.status, 200)
        assert.strictEqual(value.headers["etag"], "\"abc\"")
        assert.strictEqual(value.body, "fine")
        assert.strictEqual(body.length(), 64 * MiB)
        assert.strictEqual(steps.reduce((sum, step) => sum + step, 0), 64 * MiB)
        assert.isBelow(steps[0] ?? Number.NaN, 64 * MiB)
        const headers = body.headers()
        assert.strictEqual(headers["content-type"], "video/mp4")
        assert.strictEqual(headers["cookie"], undefined)
        assert.strictEqual(headers["traceparent"], undefined)
      })
    }))

  it("a header that CORS hides is missing, a bad status is a reply", () =>
    onPage((page) =>
      withStorage(
        (request, response) => {
          void lengthOf(request).then(() =>
            response.writeHead(403, { etag: "\"abc\"" }).end("<Code>AccessDenied</Code>")
          )
        },
        "x-other",
        async (origin) => {
          const { value } = await page.evaluate((url) => window.adapters.put(url, 10, {}), `${origin}/k`)
          assert(value !== undefined)
          assert.strictEqual(value.status, 403)
          assert.strictEqual(value.body, "<Code>AccessDenied</Code>")
          assert.notProperty(value.headers, "etag")
        }
      )
    ))

  it("a typed body sends no type that was not signed", () =>
    onPage((page) => {
      let type: string | undefined = "none seen"
      return withStorage(
        (request, response) => {
          type = request.headers["content-type"]
          void lengthOf(request).then(() => response.end())
        },
        "etag",
        async (origin) => {
          await page.evaluate((url) => window.adapters.put(url, 10, {}), `${origin}/k`)
          assert.strictEqual(type, undefined)
        }
      )
    }))

  it("a broken connection is a TransportError without the query", () =>
    onPage((page) =>
      withStorage(
        (request) => {
          request.socket.resetAndDestroy()
        },
        "etag",
        async (origin) => {
          const url = `${origin}/k?sig=topsecret`
          const results = [
            await page.evaluate((address) => window.adapters.put(address, 10, {}), url),
            await page.evaluate((address) => window.adapters.get(address), url)
          ]
          for (const { error, message } of results) {
            assert.include(error, { _tag: "TransportError", reason: "Network", path: `${origin}/k` })
            assert.notInclude(JSON.stringify(error) + String(message), "topsecret")
          }
        }
      )
    ))

  it("interruption closes the connection that the server sees", () =>
    onPage(async (page) => {
      const body = heldBody()
      let closed = () => {}
      const sawClose = new Promise<void>((resolve) => {
        closed = resolve
      })
      const store: RequestListener = (request) => {
        request.on("close", closed)
        request.on("error", () => {})
        body.hold(request)
      }
      await withStorage(store, "etag", async (origin) => {
        const { value } = await page.evaluate(
          ([url, size]) => window.adapters.interruptPut(url, size),
          [`${origin}/k`, 64 * MiB] as const
        )
        assert.isBelow(value ?? Number.NaN, 64 * MiB)
        body.release()
        await sawClose
        assert.isBelow(body.length(), 64 * MiB)
      })
    }))

  it("gets a range as a stream, the text of a refusal, and fails when the body is cut", () =>
    onPage((page) => {
      let range: string | undefined
      return withStorage(
        (request, response) => {
          range = request.headers.range
          if (request.url === "/missing") response.writeHead(404).end("<Code>NoSuchKey</Code>")
          else if (request.url === "/cut") {
            response.writeHead(200, { "content-length": "1000" })
            response.write("half", () => response.socket?.destroy())
          } else response.writeHead(206, { etag: "\"e\"" }).end(Buffer.alloc(3 * MiB))
        },
        "etag",
        async (origin) => {
          const get = (file: string) =>
            page.evaluate((url) => window.adapters.get(url, { start: 5, end: 9 }), origin + file)
          const { value } = await get("/k")
          assert.include(value, { status: 206, received: 3 * MiB, problem: "" })
          assert.strictEqual(value?.headers["etag"], "\"e\"")
          assert.strictEqual(range, "bytes=5-8")
          assert.include((await get("/missing")).value, { status: 404, received: 0, problem: "<Code>NoSuchKey</Code>" })
          assert.include((await get("/cut")).error, { _tag: "TransportError", reason: "Network" })
        }
      )
    }))

  it("a stream that is left early ends its connection", () =>
    onPage(async (page) => {
      let closed = () => {}
      const sawClose = new Promise<void>((resolve) => {
        closed = resolve
      })
      await withStorage(
        (_, response) => {
          response.on("close", closed)
          response.writeHead(200, { "content-length": String(1024 * MiB) })
          response.write(Buffer.alloc(MiB))
        },
        "etag",
        async (origin) => {
          await page.evaluate((url) => window.adapters.leaveGet(url), `${origin}/k`)
          await sawClose
        }
      )
    }))
})
