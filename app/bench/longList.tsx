/** A page with one list of 100,000 rows, as the web drive draws it. The bench drives it from outside. */
import type { FileRow } from "effect-drive/react"
import { useSelection } from "effect-drive/react"
import { useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { createRoot } from "react-dom/client"
import { fileColumns } from "../src/files/columns.js"
import { useSorted } from "../src/files/useSorted.js"
import { catalogue } from "../src/language/catalogue.js"
import { Language } from "../src/language/Language.js"
import { useLanguage } from "../src/language/Language.js"
import { fileKind } from "../src/parts/fileKind.js"
import type { Sort } from "../src/parts/grid/Column.js"
import { ItemGrid } from "../src/parts/grid/ItemGrid.js"
import "../src/parts/style/tokens.css"
import "../src/parts/style/base.css"

const count = 100_000
const files = Array.from({ length: count }, (_, index) => ({
  fileId: `f${index}`,
  name: `IMG_${(index * 7919) % count} site visit ${(index * 31) % 97}.jpg`,
  type: index < 50 ? "folder" : "file",
  isFolder: index < 50,
  size: (index * 104_729) % 90_000_000,
  updatedAt: 1_700_000_000_000 + index * 1000,
  userTags: []
})) as unknown as ReadonlyArray<FileRow>

const List = () => {
  const language = useLanguage()
  const [sort, setSort] = useState<Sort>({ column: "size", isAscending: true })
  const sorted = useSorted(files, sort)
  const selection = useSelection(useMemo(() => sorted.map(({ fileId }) => fileId), [sorted]))
  const columns = useMemo(() => fileColumns(language), [language])
  const describe = useMemo(() => ({
    id: (file: FileRow) => file.fileId,
    name: (file: FileRow) => file.name,
    kind: (file: FileRow) => fileKind(file.name, file.type === "folder"),
    spoken: (file: FileRow) => file.name,
    caption: (file: FileRow) => language.format.bytes(file.size)
  }), [language])
  Object.assign(window, { sortBy: (next: Sort) => flushSync(() => setSort(next)), firstName: () => sorted[60]?.name })
  return (
    <main style={{ height: "100vh", display: "flex", flexDirection: "column", containerType: "inline-size" }}>
      <ItemGrid
        columns={columns}
        describe={describe}
        items={sorted}
        label="long"
        onMenu={() => {}}
        onOpen={() => {}}
        onSort={setSort}
        selection={selection}
        sort={sort}
        total={count}
        view="list"
      />
    </main>
  )
}

Object.assign(window, {
  mount: () => {
    const container = document.getElementById("app")
    if (container === null) throw new Error("no #app")
    const root = createRoot(container)
    const start = performance.now()
    flushSync(() =>
      root.render(
        <Language first={{ language: "en", catalogue }}>
          <List />
        </Language>
      )
    )
    // what the browser lays out belongs to it
    document.body.getBoundingClientRect()
    return performance.now() - start
  }
})
