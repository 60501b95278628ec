/**
 * Lint rule: rooms import one another only along the arrows of `rooms.js`, and code is loaded later in rooms made for that.
 */
import { dirname, relative, resolve, sep } from "node:path"

/** From where the linter runs, with slashes. */
const pathFrom = (folder, file) => relative(folder, file).split(sep).join("/")

const isIn = (path, room) => path.startsWith(`${room}/`)

/** The innermost room that a file lies in. */
const roomOf = (path, rooms) =>
  Object.keys(rooms).filter((room) => isIn(path, room)).sort((a, b) => b.length - a.length)[0]

export const oneWayImports = {
  meta: {
    type: "problem",
    docs: { description: "Imports between rooms run one way" },
    messages: {
      against: "{{from}} may not import {{target}}: imports run one way, see docs/architecture.md",
      later: "{{from}} may not load code by import(): {{loading}} alone does, see docs/architecture.md"
    },
    schema: [
      { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      { type: "array", items: { type: "string" } },
      { type: "object", additionalProperties: { type: "array", items: { type: "string" } } }
    ]
  },
  create(context) {
    const [rooms = {}, loading = [], apart = {}] = context.options
    const pathOf = (file) => pathFrom(context.cwd, file)
    const from = roomOf(pathOf(context.filename), rooms)
    if (from === undefined) return {}
    const allowed = rooms[from]
    const folder = roomOf(pathOf(context.filename), apart)
    const strangers = folder === undefined ? [] : apart[folder]

    function check(node) {
      const specifier = node.source?.value
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return
      const target = pathOf(resolve(dirname(context.filename), specifier))
      if (strangers.some((name) => isIn(target, name))) {
        context.report({ node: node.source, messageId: "against", data: { from: folder, target } })
        return
      }
      const room = roomOf(target, rooms)
      if (room === from) return
      // a room that is named stands for the rooms below it too
      const free = allowed.some((name) => target === name || room === name || (room !== undefined && isIn(room, name)))
      if (!free) context.report({ node: node.source, messageId: "against", data: { from, target } })
    }

    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression(node) {
        check(node)
        if (loading.length > 0 && from.startsWith("src/") && !loading.includes(from)) {
          context.report({ node, messageId: "later", data: { from, loading: loading.join(" and ") } })
        }
      }
    }
  }
}
