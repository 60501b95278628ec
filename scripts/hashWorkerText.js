/**
 * Writes `src/layers/browser/hash/hashWorkerText.ts`: the hash worker, bundled, as text. Run it after a change of what the
 * worker is made of: `node scripts/hashWorkerText.js`. A test compares.
 */
import { build } from "esbuild"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

export const target = `${root}src/layers/browser/hash/hashWorkerText.ts`

export async function hashWorkerModule() {
  const { outputFiles } = await build({
    entryPoints: [`${root}src/layers/browser/hashWorker.ts`],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    platform: "browser",
    write: false
  })
  return `/**
 * The hash worker as text, for pages whose bundler left its file behind. Written by \`scripts/hashWorkerText.js\`.
 *
 * @since 1.0.7
 */

/**
 * @since 1.0.7
 * @category constants
 */
export const hashWorkerText =
  ${JSON.stringify(outputFiles[0].text.trim())}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, await hashWorkerModule())
