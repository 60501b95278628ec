/** Serves one page whose script is bundled from `pages/`, on loopback. */
import { build } from "esbuild"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { extname } from "node:path"
import { fileURLToPath } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))

export interface PageServerOptions {
  /** Name of the script in `pages/`. */
  readonly script: string
  /** Further bundles: served name to source, relative to this folder. */
  readonly bundles?: Readonly<Record<string, string>>
  readonly contentSecurityPolicy?: string
  /** Of the hash worker, where it is another one than the page's. */
  readonly workerPolicy?: string
  /** Answers what is no page and no bundle; default 404. */
  readonly handler?: http.RequestListener
}

export interface PageServer {
  readonly origin: string
  readonly close: () => Promise<void>
}

const bundle = async (options: PageServerOptions): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { outputFiles } = await build({
    entryPoints: {
      page: `${here}pages/${options.script}`,
      ...Object.fromEntries(
        Object.entries(options.bundles ?? {}).map(([name, source]) => [name, `${here}${source}`])
      )
    },
    bundle: true,
    // as the package's exports say for browsers, and React as it is shipped; this file is TypeScript or made of it
    alias: { "effect-drive/promise": `${here}../../src/promise/browser${extname(import.meta.url)}` },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    splitting: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    outdir: "/",
    write: false,
    logLevel: "error"
  })
  return new Map(outputFiles.map((file) => [file.path, file.contents]))
}

/** Suites of one file often serve the same page. */
const bundles = new Map<string, ReturnType<typeof bundle>>()

const bundleOnce = (options: PageServerOptions): ReturnType<typeof bundle> => {
  const key = JSON.stringify([options.script, options.bundles])
  const made = bundles.get(key) ?? bundle(options)
  bundles.set(key, made)
  return made
}

export const listen = async (handler: http.RequestListener): Promise<PageServer> => {
  const server = http.createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

export const servePage = async (options: PageServerOptions): Promise<PageServer> => {
  const files = await bundleOnce(options)
  const policy = options.contentSecurityPolicy
  const headers = policy === undefined ? {} : { "content-security-policy": policy }
  return listen((request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname
    const file = files.get(path)
    if (path === "/") {
      response.writeHead(200, { ...headers, "content-type": "text/html" })
        .end("<!doctype html><title>page</title><script type=module src=/page.js></script>")
    } else if (file !== undefined) {
      const own = path.includes("hashWorker") && options.workerPolicy !== undefined
        ? { "content-security-policy": options.workerPolicy }
        : headers
      response.writeHead(200, { ...own, "content-type": "text/javascript" }).end(file)
    } else if (options.handler !== undefined) options.handler(request, response)
    else response.writeHead(404, headers).end()
  })
}
