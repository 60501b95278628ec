/** Opens a built application in Chromium and has it upload. */
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { extname, join } from "node:path"
import type { Browser } from "playwright-core"
import type { RunningEmulator } from "../../emulator/src/index.js"
import { listen } from "../browser/PageServer.js"

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" }

export interface Uploaded {
  /** Bytes of the file, as the drive knows it, or what the upload says of its failure. */
  readonly outcome: number | string
  /** Paths that the page has loaded. */
  readonly loaded: ReadonlyArray<string>
  /** Addresses of the workers that were started. */
  readonly workers: ReadonlyArray<string>
  readonly complaints: ReadonlyArray<string>
  /** Scripts in the page itself, which its policy has to name one by one. */
  readonly inlineScripts: number
}

interface Options {
  readonly spaceId: string
  readonly size: number
  /** The policy allows the application's own scripts, WebAssembly, and workers from there; default no policy. */
  readonly workers?: string
  /** The first request for it is refused. */
  readonly lateFile?: RegExp
}

/** What a policy names the scripts by that stand in a page itself. */
const hashesOfInline = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  )

export const uploadFrom = async (
  browser: Browser,
  { accessToken, apiHost, s3 }: RunningEmulator,
  folder: string,
  { lateFile, size, spaceId, workers }: Options
): Promise<Uploaded> => {
  const inline = hashesOfInline(readFileSync(join(folder, "index.html"), "utf8"))
  const policy = [
    "default-src 'none'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inline].join(" "),
    `worker-src ${workers}`,
    "img-src data:",
    `connect-src ${apiHost} ${s3.endpoint}`
  ].join("; ")
  const headers = workers === undefined ? {} : { "content-security-policy": policy }
  let isLate = lateFile !== undefined
  const server = await listen((request, response) => {
    const path = new URL(request.url ?? "/", "http://app").pathname
    const file = path === "/" ? "/index.html" : path
    if (isLate && lateFile?.test(file) === true) {
      isLate = false
      response.writeHead(503).end()
      return
    }
    try {
      const content = readFileSync(join(folder, file))
      const type = types[extname(file)] ?? "application/octet-stream"
      response.writeHead(200, { ...headers, "content-type": type }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  const tab = await browser.newPage()
  try {
    const started: Array<string> = []
    const complaints: Array<string> = []
    const loaded: Array<string> = []
    tab.on("request", (request) => loaded.push(new URL(request.url()).pathname))
    tab.on("worker", (worker) => started.push(worker.url().replace(server.origin, "")))
    tab.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    tab.on("pageerror", (error) => complaints.push(error.message))
    await tab.goto(server.origin)
    await tab.waitForFunction(() => "upload" in window)
    const outcome = await tab.evaluate(
      ([host, token, space, bytes]) => window.upload(host, token, space, bytes),
      [apiHost, accessToken, spaceId, size] as const
    )
    return { outcome, loaded, workers: started, complaints, inlineScripts: inline.length }
  } finally {
    await tab.close()
    await server.close()
  }
}

/** How an application hashes where its policy allows no worker of text, and where it does, if it then needs one. */
export interface Hashing {
  readonly strict: Uploaded
  readonly ofText?: Uploaded
}

export const tryHashing = async (upload: (workers: string) => Promise<Uploaded>): Promise<Hashing> => {
  const strict = await upload("'self'")
  if (!strict.complaints.some((text) => text.includes("Creating a worker from 'blob:"))) return { strict }
  return { strict, ofText: await upload("'self' blob:") }
}

declare global {
  interface Window {
    upload: (apiHost: string, accessToken: string, spaceId: string, size: number) => Promise<number | string>
  }
}
