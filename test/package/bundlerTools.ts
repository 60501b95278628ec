/** Bundlers that nothing but this test needs, installed once into the cache folder. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { installed, run } from "./applications.js"

const dependencies = {
  "@rollup/plugin-commonjs": "29.0.3",
  "@rollup/plugin-json": "6.1.0",
  "@rollup/plugin-node-resolve": "16.0.3",
  "next": "16.4.6",
  "react": "19.3.1",
  "react-dom": "19.3.1",
  "rollup": "4.68.7",
  "vite": "8.3.8"
}

/** A change of versions is another folder. */
const folder = join(
  installed,
  ".cache/effect-drive",
  `bundlers-${Object.values(dependencies).join("-")}`
)

/** Their node_modules. Processes that install at the same time do it twice; the first is taken. */
export const bundlerTools = async (): Promise<string> => {
  const tools = join(folder, "node_modules")
  if (existsSync(folder)) return tools
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  try {
    writeFileSync(join(fresh, "package.json"), JSON.stringify({ name: "bundlers", private: true, dependencies }))
    await run(fresh, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--silent")
    renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return tools
}

/** `file` of one of them, of which the types say nothing. */
export const load = async <M>(tools: string, file: string): Promise<M> =>
  await import(/* @vite-ignore */ pathToFileURL(join(tools, file)).href) as M
