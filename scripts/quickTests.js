/** The tests that need no socket, no browser, no bundler and no other process, told by what they and their helpers name. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")

/** Thousands of runs, or whole tables: quick is what they are not. */
const long =
  /^test\/(browser|docs|faults|golden|package|property|soak|layers\/storage\/provider|transfer\/folder)\/|\/(BlobStoreS3\w*|Senders|badInput)\.|[pP]roperties\.|EndToEnd\.|endToEnd\./

const outside =
  /@vitest-environment|\bstartEmulator\b|\blaunchChromium\b|["'](node:(http|https|net|tls|child_process|worker_threads)|esbuild|vite|webpack|playwright-core|jsdom|happy-dom|effect-drive\/emulator)["']/

const sourceOf = (path) =>
  [path.replace(/\.js$/, ".ts"), path.replace(/\.js$/, ".tsx")].find((file) => existsSync(file))

/** Looks into the helpers of tests, not into what is tested. */
const needsMore = (file, seen = new Set()) => {
  if (file === undefined || seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, "utf8")
  if (outside.test(text)) return true
  return [...text.matchAll(/(?:from|import) "(\.[^"]+)"/g)]
    .map(([, path]) => resolve(dirname(file), path))
    .filter((path) => /\/test\//.test(relative(root, path)) || /^test\//.test(relative(root, path)))
    .some((path) => needsMore(sourceOf(path), seen))
}

export const quickTests = ["test", "emulator/test"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && !long.test(file) && !needsMore(join(root, file)))
