/** One file for what a folder's rows need beside the entry, asked for by the page itself: many small ones are slower and larger. */
import { resolve } from "node:path"
import type { Plugin, Rollup } from "vite"

interface ModuleInfo {
  readonly importedIds: ReadonlyArray<string>
  readonly dynamicallyImportedIds: ReadonlyArray<string>
}

type ModuleOf = (id: string) => ModuleInfo | null

type Chunk = Rollup.OutputChunk

const name = "rows"

/** Code of the drive that the first list of any space needs: it would be asked for only when the space is known. */
const alwaysWanted = ["seldomCode"]

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
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
        const withImports = (chunk: Chunk | undefined, found: Set<Chunk> = new Set()): Set<Chunk> => {
          if (chunk === undefined || found.has(chunk)) return found
          found.add(chunk)
          for (const file of chunk.imports) withImports(chunks.find(({ fileName }) => fileName === file), found)
          return found
        }
        const entry = withImports(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("index.html") === true))
        const wanted = new Set<Chunk>()
        for (const first of [name, ...alwaysWanted]) {
          const chunk = chunks.find((one) => one.name === first)
          if (chunk === undefined) throw new Error(`the build has no file ${first}`)
          for (const one of withImports(chunk)) if (!entry.has(one)) wanted.add(one)
        }
        const link = (attrs: Readonly<Record<string, string | boolean>>) =>
          ({ tag: "link", attrs: { ...attrs, crossorigin: true }, injectTo: "head" }) as const
        // a preloaded style that a page does not use is a warning of the browser
        const styles = new Set([...wanted].flatMap(({ viteMetadata }) => [...viteMetadata?.importedCss ?? []]))
        return [
          ...[...wanted].map(({ fileName }) => link({ rel: "modulepreload", href: `/${fileName}` })),
          ...[...styles].map((file) => link({ rel: "stylesheet", href: `/${file}` }))
        ]
      }
    }
  }
}
