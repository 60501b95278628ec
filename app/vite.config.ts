import react from "@vitejs/plugin-react"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import type { Plugin } from "vite"
import { defineConfig } from "vite"
import { codeThatComesLater } from "./codeThatComesLater.js"
import { contentSecurityPolicy } from "./contentSecurityPolicy.js"
import { rowsChunk } from "./rowsChunk.js"
import { shellWorker } from "./shellWorker.js"

const source = resolve(import.meta.dirname, "../src")

/** Written into the page, so that it holds on whatever serves the files. */
const policyInPage: Plugin = {
  name: "policy-in-page",
  apply: "build",
  transformIndexHtml: () => [{
    tag: "meta",
    attrs: { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy },
    injectTo: "head-prepend"
  }]
}

/** React Aria brings its words in some thirty languages; the drive speaks two. */
const twoLanguages: Plugin = {
  name: "two-languages",
  enforce: "pre",
  load: (id) =>
    /[\\/]react-(aria|stately)[^?]*[\\/]intl[\\/].*[\\/](?!en-US|zh-CN)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? "export default {}"
      : undefined
}

/** What pdf.js asks for by name: tables of Chinese, Japanese and Korean fonts, the fonts that every reader has to have, decoders of pictures. */
const filesOfPdf: Plugin = {
  name: "files-of-pdf",
  apply: "build",
  generateBundle() {
    const from = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"))
    for (const folder of ["cmaps", "standard_fonts", "wasm"]) {
      for (
        const name of readdirSync(join(from, folder)).filter((file) => /\.(bcmap|pfb|ttf|wasm)$|^LICENSE/.test(file))
      ) {
        this.emitFile({
          type: "asset",
          fileName: `pdf/${folder}/${name}`,
          source: readFileSync(join(from, folder, name))
        })
      }
    }
  }
}

/** Links of shares have a page of their own; a server of the built files has to do the same. */
const pageOfShares = (request: { url?: string | undefined }, _response: unknown, next: () => void): void => {
  if (/^\/s\/[\w-]+(?:[?#]|$)/.test(request.url ?? "")) request.url = "/shared.html"
  next()
}

const sharedPage: Plugin = {
  name: "shared-page",
  configureServer: ({ middlewares }) => void middlewares.use(pageOfShares),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(pageOfShares)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    policyInPage,
    twoLanguages,
    filesOfPdf,
    codeThatComesLater(),
    rowsChunk(),
    sharedPage,
    shellWorker(resolve(source, "layers/browser/downloadWorker.ts"))
  ],
  resolve: {
    alias: [
      { find: /^effect-drive\/promise$/, replacement: resolve(source, "promise/browser.ts") },
      { find: /^effect-drive\/react$/, replacement: resolve(source, "react/index.ts") },
      { find: /^effect-drive\/inspector$/, replacement: resolve(source, "inspector/index.ts") },
      { find: /^effect-drive\/layers\/s3$/, replacement: resolve(source, "layers/loading/S3.ts") },
      { find: /^effect-drive\/layers\/oss$/, replacement: resolve(source, "layers/loading/Oss.ts") },
      { find: /^effect-drive\/layers\/pds$/, replacement: resolve(source, "layers/loading/Pds.ts") },
      { find: /^effect-drive\/download-worker$/, replacement: resolve(source, "layers/browser/downloadWorker.ts") },
      { find: /^effect-drive$/, replacement: resolve(source, "index.ts") },
      // the router brings a stand-in for what React has had since 18
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }
    ]
  },
  server: { host: "127.0.0.1" },
  build: {
    outDir: resolve(import.meta.dirname, "../dist/app"),
    emptyOutDir: true,
    rollupOptions: {
      input: { main: resolve(import.meta.dirname, "index.html"), shared: resolve(import.meta.dirname, "shared.html") }
    },
    // a data: address would be an inline script or style in the eyes of the policy
    assetsInlineLimit: 0,
    // the polyfill is an inline script
    modulePreload: { polyfill: false },
    target: "es2022",
    reportCompressedSize: false
  }
})
