/** One file for what a folder's rows need beside the entry, asked for by the page itself: many small ones are slower and larger. */
import { resolve } from "node:path"
import type { Plugin } from "vite"

interface ModuleInfo {
  readonly importedIds: ReadonlyArray<string>
  readonly dynamicallyImportedIds: ReadonlyArray<string>
}

type ModuleOf = (id: string) => ModuleInfo | null

const name = "rows"

const source = resolve(import.meta.dirname, "src")

const reachedFrom = (file: string, moduleOf: ModuleOf, withLater: boolean): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    const { dynamicallyImportedIds = [], importedIds = [] } = moduleOf(id) ?? {}
    for (const next of importedIds) visit(next)
    if (withLater) { for (const next of dynamicallyImportedIds) visit(next) }
  }
  visit(resolve(source, file))
  return reached
}

/** Without what the entry has anyway, and what the page of a shared link needs too. */
const modulesOfRows = (moduleOf: ModuleOf): ReadonlySet<string> => {
  const [rows, entry, shared] = [
    reachedFrom("files/FilesPage.tsx", moduleOf, false),
    reachedFrom("main.tsx", moduleOf, false),
    reachedFrom("publicShare/main.tsx", moduleOf, true)
  ]
  return new Set([...rows].filter((id) => !entry.has(id) && !shared.has(id)))
}

export const rowsChunk = (): Plugin => {
  let rows: ReadonlySet<string> | undefined
  return {
    name: "rows-chunk",
    apply: "build",
    config: () => ({
      build: {
        rollupOptions: {
          output: {
            onlyExplicitManualChunks: true,
            manualChunks: (id, { getModuleInfo }) => {
              rows ??= modulesOfRows(getModuleInfo)
              return rows.has(id) ? name : undefined
            }
          }
        }
      }
    }),
    transformIndexHtml: {
      order: "post",
      handler: (_page, { bundle = {}, filename }) => {
        if (!filename.endsWith("index.html")) return []
        const chunk = Object.values(bundle).find((file) => file.type === "chunk" && file.name === name)
        if (chunk === undefined) throw new Error("the build has no file of the rows")
        return [{
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${chunk.fileName}` },
          injectTo: "head"
        }]
      }
    }
  }
}
