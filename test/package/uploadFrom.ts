/** Opens a built application in Chromium and has it upload. */
import { readFileSync } from "node:fs"
import { extname, join } from "node:path"
import type { Browser } from "playwright-core"
import type { RunningEmulator } from "../../emulator/src/index.js"
import { listen } from "../browser/PageServer.js"

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" }

interface Uploaded {
  /** Bytes of the file, as the drive knows it, or what the upload says of its failure. */
  readonly outcome: number | string
  /** Paths that the page has loaded. */
  readonly loaded: ReadonlyArray<string>
  /** Addresses of the workers that were started. */
  readonly workers: ReadonlyArray<string>
  readonly complaints: ReadonlyArray<string>
}

interface Options {
  readonly spaceId: string
  readonly size: number
  /** The policy allows the application's own scripts, WebAssembly, and workers from there; default no policy. */
  readonly workers?: string
  /** The first request for it is refused. */
  readonly lateFile?: RegExp
}

export const uploadFrom = async (
  browser: Browser,
  { accessToken, apiHost, s3 }: RunningEmulator,
  folder: string,
  { lateFile, size, spaceId, workers }: Options
): Promise<Uploaded> => {
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `worker-src ${workers}`,
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
    await tab.waitForFunction(() => "upload" in window, undefined, { timeout: 180_000 })
    const outcome = await tab.evaluate(
      ([host, token, space, bytes]) => window.upload(host, token, space, bytes),
      [apiHost, accessToken, spaceId, size] as const
    )
    return { outcome, loaded, workers: started, complaints }
  } finally {
    await tab.close()
    await server.close()
  }
}

declare global {
  interface Window {
    upload: (apiHost: string, accessToken: string, spaceId: string, size: number) => Promise<number | string>
  }
}
