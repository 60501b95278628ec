/** typedoc, which nothing but the API reference needs. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { cachedPackages } from "../cachedFolder.js"

const dependencies = { "typedoc": "0.28.20", "typedoc-plugin-markdown": "4.14.1", "typescript": "5.9.3" }

/** typedoc's module, and where the plugin for Markdown is. */
export const loadTypedoc = async () => {
  const modules = await cachedPackages("typedoc", dependencies)
  return {
    typedoc: await import(pathToFileURL(join(modules, "typedoc/dist/index.js")).href),
    markdown: join(modules, "typedoc-plugin-markdown/dist/index.js")
  }
}
