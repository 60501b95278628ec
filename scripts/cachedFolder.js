/**
 * Folders below `node_modules/.cache` that are filled once. A folder gets its name when all is in it. Processes that fill it at the
 * same time do it twice, and the first is taken.
 */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { promisify } from "node:util"

export const cache = resolve(import.meta.dirname, "../node_modules/.cache/effect-drive")

/** `fill` gets a folder to write to, and what that will be called. */
export async function cachedFolder(name, fill) {
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    await fill(fresh, folder)
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent"]

/** The node_modules with these versions of packages. Other versions are another folder. */
export async function cachedPackages(name, dependencies) {
  const folder = await cachedFolder(`${name}-${Object.values(dependencies).join("-")}`, async (fresh) => {
    writeFileSync(join(fresh, "package.json"), JSON.stringify({ name, private: true, dependencies }))
    await promisify(execFile)("npm", install, { cwd: fresh })
  })
  return join(folder, "node_modules")
}
