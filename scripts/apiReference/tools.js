/** typedoc, which nothing but the API reference needs, installed once into the cache folder. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const dependencies = { "typedoc": "0.28.20", "typedoc-plugin-markdown": "4.14.1", "typescript": "5.9.3" }

/** Its node_modules below `root`; a change of versions is another folder. */
const installed = (root) => {
  const folder = join(root, "node_modules/.cache/effect-drive", `typedoc-${Object.values(dependencies).join("-")}`)
  const modules = join(folder, "node_modules")
  if (existsSync(folder)) return modules
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    writeFileSync(join(fresh, "package.json"), JSON.stringify({ name: "typedoc", private: true, dependencies }))
    const { status } = spawnSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], {
      cwd: fresh,
      stdio: "inherit"
    })
    if (status !== 0) throw new Error("typedoc could not be installed")
    renameSync(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return modules
}

/** typedoc's and the compiler's modules, and where the plugin for Markdown is. */
export const loadTypedoc = async (root) => {
  const modules = installed(root)
  const load = (file) => import(pathToFileURL(join(modules, file)).href)
  return {
    typedoc: await load("typedoc/dist/index.js"),
    ts: (await load("typescript/lib/typescript.js")).default,
    markdown: join(modules, "typedoc-plugin-markdown/dist/index.js")
  }
}
