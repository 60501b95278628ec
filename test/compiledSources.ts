/**
 * Gives the tests the sources as JavaScript that Node reads itself. vitest would translate each file once more for each run, and
 * reach each import by a getter. Who watches the files gets them from vitest, which then knows what to run again.
 */
import { resolve, sep } from "node:path"
import type { Plugin } from "vitest/config"
import { compiledFile, compileSources } from "../scripts/compileSources.js"

const folders = ["src", "emulator/src"]

const roots = folders.map((folder) => resolve(import.meta.dirname, "..", folder) + sep)

const isSource = (id: string): boolean => /\.tsx?$/.test(id) && roots.some((root) => id.startsWith(root))

/** One for all projects of a run. */
let compiled: Promise<void> | undefined

/**
 * Not for files that put modules of their own in the place of ours.
 */
export const compiledSources = (): Plugin => {
  let isWatching = false
  return {
    name: "compiled-sources",
    enforce: "pre",
    configureVitest: ({ vitest }) => {
      isWatching = vitest.config.watch
    },
    resolveId: {
      order: "pre",
      async handler(source, importer, options) {
        if (isWatching) return null
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (resolved === null || !isSource(resolved.id)) return resolved
        await (compiled ??= compileSources(folders))
        return { ...resolved, id: compiledFile(resolved.id) }
      }
    }
  }
}
