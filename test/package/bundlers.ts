/** Applications of users: a page that uploads, made by a bundler from the installed package. */
import { build as esbuild } from "esbuild"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import type { Browser } from "playwright-core"
import { build as vite } from "vite"
import webpack from "webpack"
import { startEmulator } from "../../emulator/src/index.js"
import { listen } from "../browser/PageServer.js"

/** Over 1 MiB, so that there is something to hash for a worker. */
const size = 3_000_000

const page = `<!doctype html><title>app</title><script type="module" src="/main.js"></script>`

/** The application; `options` are further ones of its drive. */
const application = (options: string) => `
import { createDrive } from "effect-drive/promise"

window.upload = async (apiHost, accessToken) => {
  const drive = createDrive({ apiHost, product: { id: "app", version: "1.0" }, ${options} })
  await drive.session.initialise({ accessToken })
  const { done } = drive.uploads.start({ source: new File([new Uint8Array(${size}).fill(7)], "seven.bin") })
  const { fileId } = await done
  return (await drive.files.info(fileId)).size
}
`

const write = (folder: string, options: string): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "index.html"), page)
  writeFileSync(join(folder, "main.js"), application(options))
}

/** Below the folder that has the package installed; gives the folder to serve. */
export const viteApp = async (app: string): Promise<string> => {
  const root = join(app, "with-vite")
  write(root, "")
  await vite({ root, configFile: false, logLevel: "error", build: { target: "es2022" } })
  return join(root, "dist")
}

/** With no loader and no plugin. */
export const webpackApp = async (app: string): Promise<string> => {
  const context = join(app, "with-webpack")
  write(context, "")
  const folder = join(context, "dist")
  const compiler = webpack({ mode: "production", context, entry: "./main.js", output: { path: folder } })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats === undefined || stats.hasErrors()) throw new Error(stats?.toString("errors-only"))
  writeFileSync(join(folder, "index.html"), page)
  return folder
}

const esbuildApp = async (
  root: string,
  options: string,
  entries: Readonly<Record<string, string>>
): Promise<string> => {
  write(root, options)
  const outdir = join(root, "dist")
  await esbuild({
    entryPoints: { main: join(root, "main.js"), ...entries },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    outdir,
    logLevel: "error"
  })
  writeFileSync(join(outdir, "index.html"), page)
  return outdir
}

/** With a hash worker of its own. */
export const esbuildAppWithWorker = (app: string): Promise<string> =>
  esbuildApp(
    join(app, "with-esbuild"),
    `hashWorker: () => new Worker("/hash-worker.js", { type: "module" })`,
    { "hash-worker": "effect-drive/hash-worker" }
  )

/** Knowing nothing of workers. */
export const esbuildAppAlone = (app: string): Promise<string> => esbuildApp(join(app, "esbuild-alone"), "", {})

/** The scripts of a built application, by their paths in its folder. */
export const scriptsOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"))

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" }

interface Served {
  /** Bytes of the file, as the drive knows it. */
  readonly size: number
  /** Paths that the page has loaded. */
  readonly loaded: ReadonlyArray<string>
  /** Addresses of the workers that were started. */
  readonly workers: ReadonlyArray<string>
  readonly complaints: ReadonlyArray<string>
}

/**
 * Uploads from the application; the policy allows its own scripts, WebAssembly, and workers from `workers`. The first request
 * for the file `lateFile` is refused.
 */
export const uploadFrom = async (
  browser: Browser,
  folder: string,
  workers: string,
  lateFile?: RegExp
): Promise<Served> => {
  const emulator = await startEmulator()
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `worker-src ${workers}`,
    `connect-src ${emulator.apiHost} ${emulator.s3.endpoint}`
  ].join("; ")
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
      response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(content)
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
    const stored = await tab.evaluate(
      ([host, token]) => window.upload(host, token),
      [emulator.apiHost, emulator.accessToken] as const
    )
    return { size: stored, loaded, workers: started, complaints }
  } finally {
    await tab.close()
    await server.close()
    await emulator.close()
  }
}

declare global {
  interface Window {
    upload: (apiHost: string, accessToken: string) => Promise<number>
  }
}
