/** What all test files of one run share: two Chromiums and the built web drive. Each is made when the first file asks for it. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import type { BrowserServer } from "playwright-core"
import type { TestProject } from "vitest/node"
import type { Purpose } from "./browser/chromium.js"
import { serveChromium } from "./browser/chromium.js"

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the files of this run ask for what they share. */
    readonly run: string
  }
}

/**
 * The one that the run has handed on, else built in a process of its own: this one has to hear what the tests report, and its
 * `NODE_ENV` would choose React for developers.
 */
const builtApp = async (outDir: string): Promise<string> => {
  const handedOn = process.env["EFFECT_DRIVE_APP"]
  if (handedOn !== undefined) return handedOn
  const options = ["--outDir", outDir, "--emptyOutDir", "--logLevel", "error"]
  const vite = resolve("node_modules/vite/bin/vite.js")
  const env = { ...process.env, NODE_ENV: "production" }
  await promisify(execFile)(
    process.execPath,
    [vite, "build", "--config", resolve("app/vite.config.ts"), ...options],
    { env }
  )
  return outDir
}

const once = <A>(make: () => Promise<A>): () => Promise<A> => {
  let made: Promise<A> | undefined
  return () => made ??= make()
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  const outDir = mkdtempSync(join(tmpdir(), "effect-drive-app-"))
  const chromiums: Array<BrowserServer> = []
  const addressOf = async (purpose: Purpose): Promise<string> => {
    const chromium = await serveChromium(purpose)
    chromiums.push(chromium)
    return chromium.wsEndpoint()
  }
  const shared: Readonly<Record<string, () => Promise<string>>> = {
    "/app": once(() => builtApp(outDir)),
    "/chromium/compute": once(() => addressOf("compute")),
    "/chromium/draw": once(() => addressOf("draw"))
  }
  const server = http.createServer((request, response) => {
    const answer = shared[request.url ?? ""]?.() ?? Promise.reject(new Error(`the run has no ${request.url}`))
    answer.then((text) => response.end(text), (error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  project.provide("run", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.close()
    server.closeAllConnections()
    for (const chromium of chromiums) await chromium.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
