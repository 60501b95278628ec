/** Makes the service worker out of `src/offline/worker.ts` when the page is built: one file that knows the shell's. */
import { build } from "esbuild"
import { createHash } from "node:crypto"
import { resolve } from "node:path"
import type { Plugin } from "vite"

/** SDKs and the like, which are loaded when they are needed, and only while there is a network. */
const heaviest = 400_000

const ofPublic = ["/mark.svg", "/icon-192.png", "/manifest.webmanifest"]

export const shellWorker = (downloadWorker: string): Plugin => ({
  name: "shell-worker",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const files = Object.values(bundle)
        .filter((file) =>
          /\.(?:js|css)$/.test(file.fileName) &&
          (file.type === "asset" || file.isEntry || file.code.length < heaviest)
        )
        .map(({ fileName }) => `/${fileName}`)
        .toSorted()
      const page = Object.values(bundle).find(({ fileName }) => fileName === "index.html")
      const version = createHash("sha256").update(JSON.stringify(files))
        .update(page?.type === "asset" ? page.source : "").digest("hex").slice(0, 12)
      const { outputFiles: [worker] } = await build({
        entryPoints: [resolve(import.meta.dirname, "src/offline/worker.ts")],
        bundle: true,
        minify: true,
        write: false,
        format: "esm",
        target: "es2022",
        alias: { "effect-drive/download-worker": downloadWorker },
        define: { shellFiles: JSON.stringify([...ofPublic, ...files]), shellVersion: JSON.stringify(version) }
      })
      if (worker !== undefined) this.emitFile({ type: "asset", fileName: "worker.js", source: worker.text })
    }
  }
})
