/** One file for what a folder's rows need beside the entry, asked for by the page itself: many small ones are slower and larger. */
import { resolve } from "node:path"
import type { Plugin, Rollup } from "vite"
import type { ModuleOf } from "./takenImports.js"
import { takenImports } from "./takenImports.js"

type Chunk = Rollup.OutputChunk

const name = "rows"

/** What rows and the page of a shared link both need. */
const sharedName = "rowsAndShared"

const source = resolve(import.meta.dirname, "src")

/** The page of a folder, and code of the drive that the first list of any space needs: it would be asked for only when the space is known. */
const roots = [
  resolve(source, "files/FilesPage.tsx"),
  resolve(import.meta.dirname, "../src/layers/loading/seldomCode.ts")
]

const reachedFrom = (
  files: ReadonlyArray<string>,
  moduleOf: ModuleOf,
  withLater: boolean
): ReadonlySet<string> => {
  const reached = new Set<string>()
  const importsOf = takenImports(moduleOf)
  const visit = (id: string): void => {
    if (reached.has(id)) return
    reached.add(id)
    for (const next of importsOf(id)) visit(next)
    if (withLater) { for (const next of moduleOf(id)?.dynamicallyImportedIds ?? []) visit(next) }
  }
  for (const file of files) visit(file)
  return reached
}

/** The file of each module that rows need and the entry has not. */
const filesOfRows = (moduleOf: ModuleOf): ReadonlyMap<string, string> => {
  const entry = reachedFrom([resolve(source, "main.tsx")], moduleOf, false)
  const shared = reachedFrom([resolve(source, "publicShare/main.tsx")], moduleOf, true)
  return new Map(
    [...reachedFrom(roots, moduleOf, false)]
      .filter((id) => !entry.has(id))
      .map((id) => [id, shared.has(id) ? sharedName : name])
  )
}

export const rowsChunk = (): Plugin => {
  let files: ReadonlyMap<string, string> | undefined
  return {
    name: "rows-chunk",
    apply: "build",
    config: () => ({
      build: {
        rollupOptions: {
          output: {
            onlyExplicitManualChunks: true,
            manualChunks: (id, { getModuleInfo }) => {
              files ??= filesOfRows(getModuleInfo)
              return files.get(id)
            }
          }
        }
      }
    }),
    transformIndexHtml: {
      order: "post",
      handler: (_page, { bundle = {}, filename }) => {
        if (!filename.endsWith("index.html")) return []
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
        const withImports = (chunk: Chunk | undefined, found: Set<Chunk> = new Set()): Set<Chunk> => {
          if (chunk === undefined || found.has(chunk)) return found
          found.add(chunk)
          for (const file of chunk.imports) withImports(chunks.find(({ fileName }) => fileName === file), found)
          return found
        }
        const entry = withImports(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("index.html") === true))
        const rows = chunks.find((chunk) => chunk.name === name)
        if (rows === undefined) throw new Error(`the build has no file ${name}`)
        // the first drawing would wait for it
        if (entry.has(rows)) throw new Error(`the entry needs ${name}, which is to come beside it`)
        const wanted = [...withImports(rows)].filter((chunk) => !entry.has(chunk))
        const link = (attrs: Readonly<Record<string, string | boolean>>) =>
          ({ tag: "link", attrs: { ...attrs, crossorigin: true }, injectTo: "head" }) as const
        // a preloaded style that a page does not use is a warning of the browser
        const styles = new Set(wanted.flatMap(({ viteMetadata }) => [...viteMetadata?.importedCss ?? []]))
        return [
          ...wanted.map(({ fileName }) => link({ rel: "modulepreload", href: `/${fileName}` })),
          ...[...styles].map((file) => link({ rel: "stylesheet", href: `/${file}` }))
        ]
      }
    }
  }
}
