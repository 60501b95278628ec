/** Lines of the pages that call a function. The tests run them, so an example in the reference is never stale. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Pages whose code a test runs, the shortest answers first. */
const first = [
  "how-to.md",
  "promise.md",
  "react.md",
  "effect.md",
  "assets.md",
  "bucket.md",
  "downloads.md",
  "emulator.md"
]

const rank = (name) => {
  const place = first.indexOf(name)
  return place === -1 ? first.length : place
}

const piecesOf = (text) =>
  [...text.matchAll(/```(?:tsx?|js)\n([\s\S]*?)```/g)].flatMap(([, code = ""]) => code.trim().split(/\n\n+/))

/** All pieces of code of the pages, in the order in which they are looked at. */
export const readPieces = (root) => {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).sort((a, b) => rank(a) - rank(b))
  return [
    ...pages.flatMap((name) => piecesOf(readFileSync(join(root, "docs", name), "utf8"))),
    ...piecesOf(readFileSync(join(root, "README.md"), "utf8"))
  ]
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** The statement around the match: its lines, and those that are deeper or close it. */
const statementAt = (piece, index) => {
  const lines = piece.split("\n")
  const at = piece.slice(0, index).split("\n").length - 1
  const indentOf = (line) => /^ */.exec(line)[0].length
  let from = at
  while (from > 0 && indentOf(lines[from]) > 0) from--
  let to = from
  while (to + 1 < lines.length && (indentOf(lines[to + 1]) > 0 || /^[)\]}]/.test(lines[to + 1]))) to++
  return lines.slice(from, to + 1).join("\n")
}

/** The first lines that call `pattern`; of a long piece the statement alone. */
const find = (pieces, pattern) => {
  for (const piece of pieces) {
    const match = pattern.exec(piece)
    if (match !== null) return piece.split("\n").length <= 6 ? piece : statementAt(piece, match.index)
  }
  return undefined
}

/** Of `drive.files.rename`: owner `files`, name `rename`. */
export const exampleOfMethod = (pieces, owner, name) =>
  find(pieces, new RegExp(`\\b${escaped(owner)}\\??\\.${escaped(name)}\\(`))

/** Of a method of a handle, whatever the handle is called. */
export const exampleOfMember = (pieces, name) => find(pieces, new RegExp(`\\w\\.${escaped(name)}\\b`))

/** Of a function or a component; one that is handed on without a call at last. */
export const exampleOfFunction = (pieces, name) =>
  find(pieces, new RegExp(`(?:(?<!\\w)${escaped(name)}[(<]|<(?:\\w+\\.)?${escaped(name)}[\\s>])`)) ??
    find(pieces, new RegExp(`\\b${escaped(name)}\\b`))
