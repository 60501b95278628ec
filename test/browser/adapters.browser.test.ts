import { assert } from "@effect/vitest"
import * as fs from "node:fs"
import type { IncomingMessage, RequestListener } from "node:http"
import * as os from "node:os"
import * as path from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { savedUpload } from "../layers/node/SavedUploads.js"
import { launchOwnChromium } from "./chromium.js"
import { listen, type PageServer, servePage } from "./PageServer.js"

let browser: Browser
let server: PageServer

beforeAll(async () => {
  browser = await launchOwnChromium()
  server = await servePage({ script: "adapters" })
}, 120_000)

afterAll(async () => {
  await browser.close()
  await server.close()
})

const openPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(server.origin)
  await page.waitForFunction(() => "adapters" in window)
  return page
}

const onPage = async <A>(use: (page: Page, context: BrowserContext) => Promise<A>): Promise<A> => {
  const context = await browser.newContext()
  try {
    return await use(await openPage(context), context)
  } finally {
    await context.close()
  }
}

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

describe("UploadSourcesBrowser in Chromium", () => {
  const withFile = async <A>(use: (file: string) => Promise<A>): Promise<A> => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "picked-"))
    try {
      const file = path.join(folder, "note.txt")
      fs.writeFileSync(file, "hello world")
      return await use(file)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  }

  it("a picked file lends untyped slices", () =>
    onPage((page) =>
      withFile(async (file) => {
        fs.writeFileSync(file, "hello world".padEnd(70_000, "."))
        await page.setInputFiles("input", file)
        const { value } = await page.evaluate(() => window.adapters.readPicked())
        assert(value !== undefined)
        assert.strictEqual(value.identity.name, "note.txt")
        assert.strictEqual(value.identity.size, 70_000)
        assert.strictEqual(value.identity.modifiedAt, Math.floor(fs.statSync(file).mtimeMs))
        assert.strictEqual(value.contentType, "text/plain")
        assert.deepStrictEqual(value.part, ["blob of type \"\"", "ell"])
        assert.strictEqual(value.text, "hello world".padEnd(70_000, "."))
      })
    ))

  it("a small picked file is read once, for its hash and for its part", () =>
    onPage((page) =>
      withFile(async (file) => {
        await page.setInputFiles("input", file)
        const { value } = await page.evaluate(() => window.adapters.readPicked())
        assert(value !== undefined)
        assert.include(value.identity, { name: "note.txt", size: 11 })
        assert.strictEqual(value.contentType, "text/plain")
        assert.deepStrictEqual(value.part, ["bytes", "ell"])
        assert.strictEqual(value.text, "hello world")
        assert.strictEqual(value.reads, 1)
      })
    ))

  it("a file that changed on disk is gone, whether it is read or sent; else the sender's error stays", () =>
    onPage((page) =>
      withFile(async (file) => {
        await page.setInputFiles("input", file)
        const send = () => page.evaluate(() => window.adapters.sendPicked())
        assert.include((await send()).error, { _tag: "TheNetworkFailed" })
        fs.writeFileSync(file, "something else of another length")
        assert.include((await send()).error, { _tag: "SourceChanged", what: "gone" })
        const { error } = await page.evaluate(() => window.adapters.hashPicked())
        assert.include(error, { _tag: "SourceChanged", what: "gone" })
      })
    ))

  it("a stream is kept in the private file system until the upload is over", () =>
    onPage(async (page) => {
      const { after, value } = await page.evaluate(() => window.adapters.spool(["one ", "two ", "three"]))
      assert.deepStrictEqual(value, {
        identity: { name: "stream", size: 13, modifiedAt: undefined },
        text: "one two three",
        during: 1
      })
      assert.strictEqual(after, 0)
    }))

  it("else in memory, up to a limit; a path is refused", () =>
    onPage(async (page) => {
      const small = await page.evaluate(() => window.adapters.spoolInMemory(["one ", "two"], 7))
      assert.strictEqual(small.value, "one two")
      const large = await page.evaluate(() => window.adapters.spoolInMemory(["one ", "two"], 6))
      assert.include(large.error, { _tag: "SaveFailed", reason: "Failed" })
      const refused = await page.evaluate(() => window.adapters.openPath())
      assert.include(refused.error, { _tag: "InvalidInput", field: "source" })
    }))
})

describe("ConnectivityBrowser in Chromium", () => {
  it("says what the browser's own switch says", () =>
    onPage(async (page, context) => {
      const heard = page.evaluate(() => window.adapters.watchConnectivity())
      await page.waitForFunction(() => window.heard?.length === 1)
      await context.setOffline(true)
      await page.waitForFunction(() => window.heard.length === 3)
      await context.setOffline(false)
      const { value } = await heard
      assert.deepStrictEqual([...value ?? []].sort(), [false, "online: false", true, true].sort())
    }))
})

describe("UploadSessionsIndexedDb in Chromium", () => {
  const upload = savedUpload("upload-1")
  const other = savedUpload("upload-10")
  const part = (number: number) => ({ number, size: 5, etag: `etag-${number}` })

  it("a reloaded page finds the session and its parts; an ended one is gone", () =>
    onPage(async (page) => {
      const save = (id: string, numbers: ReadonlyArray<number>) =>
        page.evaluate(
          ([saved, parts]) => window.adapters.saveSession(saved, parts),
          [savedUpload(id), numbers.map(part)] as const
        )
      assert.strictEqual((await save(upload.id, [2, 1])).value, true)
      await save(other.id, [7])
      await page.reload()
      await page.waitForFunction(() => "adapters" in window)
      const load = () => page.evaluate((id) => window.adapters.loadSession(id), upload.id)
      const { value } = await load()
      assert(value !== undefined)
      assert.deepStrictEqual(value.session, { upload, journal: [part(1), part(2)] })
      assert.deepStrictEqual(value.all.map((saved) => saved.id), [upload.id, other.id])
      await page.evaluate((id) => window.adapters.endSession(id, "markAborting"), upload.id)
      assert.strictEqual((await load()).value?.session?.upload.aborting, true)
      assert.strictEqual((await load()).value?.session?.journal.length, 2)
      await page.evaluate((id) => window.adapters.endSession(id, "forget"), upload.id)
      const gone = await load()
      assert.strictEqual(gone.value?.session, undefined)
      assert.deepStrictEqual(gone.value?.all.map((saved) => saved.id), [other.id])
    }))

  it("a write that another tab's came before changes nothing", () =>
    onPage(async (page, context) => {
      const second = await openPage(context)
      const update = (tab: Page, revision: number, follows: number | undefined, uploadId = "multipart-1") =>
        tab.evaluate(
          ([saved, revisionBefore]) => window.adapters.updateSession(saved, revisionBefore),
          [savedUpload("upload-1", { revision, uploadId }), follows] as const
        )
      assert.strictEqual((await update(page, 1, undefined)).value, true)
      assert.strictEqual((await update(second, 2, 1)).value, true)
      const outdated = await page.evaluate(
        ([saved, accepted]) => window.adapters.outdated(saved, accepted, 1),
        [savedUpload("upload-1", { revision: 3, uploadId: "multipart-9" }), part(1)] as const
      )
      assert.deepStrictEqual(outdated.value, [false, false, false, false])
      const { value } = await second.evaluate((id) => window.adapters.loadSession(id), upload.id)
      assert.deepStrictEqual(value?.session?.upload, savedUpload("upload-1", { revision: 2, uploadId: "multipart-1" }))
      assert.deepStrictEqual(value?.session?.journal, [])
    }))

  it("two tabs never hold one upload; a tab that ends gives it back", () =>
    onPage(async (page, context) => {
      const second = await openPage(context)
      const claim = (tab: Page) => tab.evaluate((id) => window.adapters.claim(id), upload.id)
      assert.isTrue(await claim(page))
      assert.isFalse(await claim(second))
      await page.evaluate(() => window.adapters.release())
      assert.isTrue(await claim(second))
      await second.close()
      // The browser gives the locks of a closed tab back a moment later.
      while (!await claim(page)) await page.evaluate(() => window.adapters.release())
    }))

  it("a browser that stores nothing stops no upload", () =>
    onPage(async (page) => {
      const { value } = await page.evaluate(
        ([saved, accepted]) => window.adapters.withoutDatabase(saved, accepted),
        [upload, part(1)] as const
      )
      assert.deepStrictEqual(value, { session: { upload, journal: [part(1)] }, healthy: false })
    }))
})
