/** The table at the end. */
import type { LocalTree } from "./LocalTree.js"
import type { Downloaded, RemoteTree, Uploaded, Verdict } from "./roundTrip.js"
import type { Screen } from "./Screen.js"
import * as Text from "./text.js"

interface Column {
  readonly title: string
  readonly align: "left" | "right"
}

const columns: ReadonlyArray<Column> = [
  { title: "path", align: "left" },
  { title: "size", align: "right" },
  { title: "how", align: "left" },
  { title: "up", align: "right" },
  { title: "", align: "right" },
  { title: "down", align: "right" },
  { title: "", align: "right" },
  { title: "hash", align: "left" }
]

const pathWidth = 44

const cell = (text: string, width: number, align: "left" | "right"): string =>
  align === "left" ? Text.fit(text, width) : " ".repeat(Math.max(0, width - Text.width(text))) + text

/** What went wrong, by name and in words. */
export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return "_tag" in error ? `${String(error._tag)}: ${error.message}` : error.message
}

export interface Result {
  readonly tree: LocalTree
  readonly remote: RemoteTree
  readonly uploaded: Uploaded
  readonly downloaded: Downloaded
  readonly verdicts: ReadonlyMap<string, Verdict>
}

/** Prints the table and says whether all is well. */
export const print = (result: Result, { colours, line }: Screen): boolean => {
  const { downloaded, remote, tree, uploaded, verdicts } = result
  const rows = tree.files.map(({ path, size }) => {
    const up = uploaded.uploads.get(path)
    const down = downloaded.downloads.get(path)
    return [
      path,
      Text.bytes(size),
      up?.way ?? "",
      up === undefined ? "" : Text.seconds(up.millis),
      up === undefined || up.way === "rapid" ? "" : Text.speed(size, up.millis),
      down === undefined ? "" : Text.seconds(down.millis),
      down === undefined ? "" : Text.speed(size, down.millis),
      verdicts.get(path) ?? "missing"
    ]
  })
  const widths = columns.map(({ title }, index) =>
    Math.min(pathWidth, Math.max(Text.width(title), ...rows.map((row) => Text.width(row[index] ?? ""))))
  )
  const format = (row: ReadonlyArray<string>): ReadonlyArray<string> =>
    row.map((text, index) => cell(text, widths[index] ?? 0, columns[index]?.align ?? "left"))

  line(`  ${colours.bold(format(columns.map(({ title }) => title)).join("  "))}`)
  line(`  ${colours.dim(widths.map((width) => "─".repeat(width)).join("  "))}`)
  for (const row of rows) {
    const cells = format(row)
    const paint = row.at(-1) === "ok" ? colours.green : colours.red
    line(`  ${cells.slice(0, -1).join("  ")}  ${paint(cells.at(-1) ?? "")}`)
  }
  line()

  const found = new Set(remote.folders)
  const lost = tree.folders.filter((folder) => !found.has(folder))
  const problems = [...uploaded.problems, ...downloaded.problems]
  for (const [path, error] of problems) line(colours.red(`  ${path}: ${explain(error)}`))
  for (const folder of lost) line(colours.red(`  ${folder}/: the folder is missing`))
  for (const path of tree.skipped) line(colours.dim(`  ${path}: no file and no folder, skipped`))

  const matching = tree.files.filter(({ path }) => verdicts.get(path) === "ok").length
  const isWell = matching === tree.files.length && lost.length === 0 && problems.length === 0
  const summary = `${matching} of ${Text.counted(tree.files.length, "file")} came back the same (SHA-1 and SHA-256), ` +
    `${tree.folders.length - lost.length} of ${Text.counted(tree.folders.length, "folder")} found`
  line(isWell ? colours.green(`✔ ${summary}`) : colours.red(`✘ ${summary}`))
  return isWell
}
