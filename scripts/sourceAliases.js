/** `effect-drive/...` read from the sources of this repository, by the exports of package.json. */
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** What Node would load for one entry of `exports`. */
const inNode = (entry) => typeof entry === "string" ? entry : inNode(entry.node ?? entry.default)

const sourceOf = (file) => join(root, file.replace("./dist/", "").replace(/\.js$/, ".ts"))

export const sourceAliases = Object.entries(exports)
  .filter(([path]) => path !== "./package.json")
  .map(([path, entry]) => ({
    find: new RegExp(`^${name}${path.slice(1)}$`),
    replacement: sourceOf(inNode(entry))
  }))
