/** Puts `src/parts/bringCode.ts` before every `import()` of the built page, in place of what Vite has for that. */
import { resolve } from "node:path"
import type { Plugin } from "vite"

/** Vite's own names of the module and of its export. */
const replaced = "\0vite/preload-helper.js"
const exported = "__vitePreload"

const ours = resolve(import.meta.dirname, "src/parts/bringCode.ts")

export const codeThatComesLater = (): Plugin => {
  let isReplaced = false
  return {
    name: "code-that-comes-later",
    apply: "build",
    enforce: "pre",
    config: () => ({
      build: {
        modulePreload: {
          // each with the file itself, and not only what it imports in its turn
          resolveDependencies: (file, others, { hostType }) =>
            hostType === "js" ? [...new Set([file, ...others])] : others
        }
      }
    }),
    load(id) {
      if (id !== replaced) return undefined
      isReplaced = true
      return `export { bringCode as ${exported} } from ${JSON.stringify(ours)}`
    },
    generateBundle() {
      if (!isReplaced) this.error(`the build has no ${replaced}: this version of Vite loads code in another way`)
    }
  }
}
