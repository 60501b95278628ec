/** Bun and Deno with the package as its users get it, over sockets. The emulator of the transfers is Node's. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { createHash, randomBytes } from "node:crypto"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunningEmulator } from "../../emulator/src/index.js"
import { startEmulator } from "../../emulator/src/index.js"
import { application, pack, root, run } from "../package/applications.js"
import { commandOf, runtimes } from "./runtimes.js"

const names = Object.keys(runtimes) as ReadonlyArray<keyof typeof runtimes> // the keys of an object of ours
const platforms = ["s3", "oss", "pds"] as const

const size = 40_000_000

const digestOf = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex")

const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const stray = answer("stray")

/** What is written behind the first answer, in one packet with it, and what follows once the next request is there. */
const behind: Readonly<Record<string, readonly [text: string, later?: string]>> = {
  "nothing": [""],
  "garbage": ["garbage"],
  "the beginning of an answer": [stray.slice(0, 9), stray.slice(9)],
  "the head of an answer and a part of its body": [stray.slice(0, -2), stray.slice(-2)],
  "a whole answer": [stray],
  "an answer in chunks": ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nstray\r\n0\r\n\r\n"],
  "early hints, and an answer later": ["HTTP/1.1 103 Early Hints\r\n\r\n", stray],
  "an empty line, and an answer later": ["\r\n", stray]
}

const serving = async (text: string, later = ""): Promise<{ readonly origin: string; readonly close: () => void }> => {
  const sockets: Array<Socket> = []
  let requests = 0
  const server = createServer((socket) => {
    const isFirst = sockets.push(socket) === 1
    socket.setNoDelay(true)
    socket.on("error", () => {})
    socket.on("data", () => {
      const request = requests++
      socket.write(request === 0 ? answer("first") + text : (isFirst ? later : "") + answer(`own ${request}`))
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo // of a TCP server that listens
  return {
    origin: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}

const work = mkdtempSync(join(tmpdir(), "effect-drive-runtimes-"))
const from = join(work, "film.bin")
let app = ""

beforeAll(async () => {
  app = await application(await pack(work), "all")
  copyFileSync(join(root, "test/runtimes/transfers.mjs"), join(app, "transfers.mjs"))
  writeFileSync(from, randomBytes(size))
})

afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(names)("%s", (name) => {
  let emulator: RunningEmulator
  let runs: (file: string, ...args: ReadonlyArray<string>) => Promise<string>

  beforeAll(async () => {
    emulator = await startEmulator({ spaces: platforms.map((platform) => ({ spaceId: platform, platform })) })
    const [command, ...before] = await commandOf(name)
    runs = (file, ...args) => run(app, command, ...before, file, ...args)
  })

  afterAll(() => emulator.close())

  it("runs the lines of the README", async () => {
    const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8")) ?? []
    assert.include(code, "startEmulator")
    writeFileSync(join(app, "example.mjs"), code)
    assert.include(await runs("example.mjs"), "Hello, drive")
  })

  it.each(platforms)("uploads to %s in parts, continues in another process, lists, and saves in two processes", async (
    spaceId
  ) => {
    const { accessToken, apiHost } = emulator
    const to = join(work, `${name}-${spaceId}.bin`)
    const does = async (phase: string, fileId?: string): Promise<Record<string, unknown>> => {
      const order = {
        accessToken,
        apiHost,
        fileId,
        from,
        phase,
        spaceId,
        state: join(work, `state-${name}-${spaceId}`),
        to
      }
      return JSON.parse(await runs("transfers.mjs", JSON.stringify(order)))
    }
    /** What comes after so many pieces waits for longer than the test lasts. */
    const holdAfter = (skip: number, method: string) =>
      emulator.faults.add([{
        match: { target: spaceId, method },
        skip,
        action: { _tag: "delay", millis: 300_000 }
      }])
    holdAfter(2, "PUT")
    const stopped = await does("upload")
    assert.strictEqual(stopped["status"], "paused")
    const { fileId, had } = await does("resume")
    assert.isAtLeast(Number(had), 1)
    assert.isBelow(Number(had), size)
    assert.deepStrictEqual(await does("list", `${fileId}`), { names: [["film.bin", size]], size })
    holdAfter(1, "GET")
    const saving = await does("download", `${fileId}`)
    assert.strictEqual(saving["status"], "stopped")
    assert.isBelow(Number(saving["some"]), size)
    assert.deepStrictEqual(await does("continue", `${fileId}`), { verified: "sha1" })
    assert.strictEqual(digestOf(to), digestOf(from))
  })

  if (name === "Bun") {
    it("uploads what Bun.file gives: a file that is there, as it was, or a slice of one", async () => {
      const { accessToken, apiHost } = emulator
      const to = join(work, "changing.bin")
      const own = join(work, "own.bin")
      copyFileSync(from, own)
      writeFileSync(to, randomBytes(size))
      const order = {
        accessToken,
        apiHost,
        from: own,
        phase: "bunFile",
        spaceId: "s3",
        state: join(work, "state-bun-file"),
        to
      }
      assert.deepStrictEqual(JSON.parse(await runs("transfers.mjs", JSON.stringify(order))), {
        missing: "InvalidInput",
        name: "own.bin",
        slice: 1000,
        changed: "SourceChanged"
      })
    })
  }

  it("takes no body for another, whatever stands behind an answer", async () => {
    const outfile = join(work, "bodies.mjs")
    await build({
      entryPoints: [join(root, "test/runtimes/bodies.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile,
      logLevel: "error"
    })
    const servers = await Promise.all(Object.values(behind).map(([text, later]) => serving(text, later)))
    try {
      const seen = JSON.parse(await runs(outfile, ...servers.map(({ origin }) => origin)))
      const own = Object.keys(behind).map(() => ["first", "own 1", "own 2"])
      assert.deepStrictEqual(seen, own)
    } finally {
      for (const { close } of servers) close()
    }
  })
})
