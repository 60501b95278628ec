/** The built web drive of this repository: made when its sources have changed since. */
import { spawn } from "node:child_process"
import type { Stats } from "node:fs"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"

const sources = [
  "app/src",
  "app/public",
  "app/index.html",
  "app/shared.html",
  "app/vite.config.ts",
  "app/codeThatComesLater.ts",
  "app/contentSecurityPolicy.ts",
  "app/rowsChunk.ts",
  "app/takenImports.ts",
  "app/shellWorker.ts",
  "src"
]

const found = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined)

const newest = async (path: string): Promise<number> => {
  const entry = await found(path)
  if (entry === undefined) return 0
  if (!entry.isDirectory()) return entry.mtimeMs
  const inside = await Promise.all((await readdir(path)).map((name) => newest(join(path, name))))
  return Math.max(entry.mtimeMs, ...inside)
}

const isFresh = async (root: string, folder: string): Promise<boolean> => {
  const built = await found(join(folder, "index.html"))
  if (built === undefined) return false
  return Math.max(...await Promise.all(sources.map((path) => newest(join(root, path))))) <= built.mtimeMs
}

const build = (root: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", "--config", join(root, "app/vite.config.ts")]
    const child = spawn(process.execPath, [...vite, "--logLevel", "error"], { cwd: root, stdio: "inherit" })
    child.on("error", reject)
    child.on("close", (status) => status === 0 ? resolve() : reject(new Error("the web drive could not be built")))
  })

/** The folder of the built web drive. `onBuild` is told before it is built, which takes a while. */
export const webDriveFolder = async (root: string, onBuild: () => void): Promise<string> => {
  const folder = join(root, "dist/app")
  if (await isFresh(root, folder)) return folder
  onBuild()
  await build(root)
  return folder
}
