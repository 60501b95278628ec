/**
 * Lint rule: the folders of `src` import one another only along the arrows of docs/architecture.md.
 */
import { dirname, relative, resolve, sep } from "node:path"

const source = resolve(import.meta.dirname, "../../src")

/** The first name below `src`: a folder, or "" for a file that lies in `src` itself (the entry of an export). */
function areaOf(file) {
  const path = relative(source, file)
  if (path.startsWith("..")) return undefined
  const names = path.split(sep)
  return names.length === 1 ? "" : names[0]
}

/** @type {import("eslint").Rule.RuleModule} */
export const oneWayImports = {
  meta: {
    type: "problem",
    docs: { description: "Imports between the folders of src run one way" },
    messages: { against: "src/{{from}} may not import {{target}}: imports run one way, see docs/architecture.md" },
    schema: [{ type: "object", additionalProperties: { type: "array", items: { type: "string" } } }]
  },
  create(context) {
    const from = areaOf(context.filename)
    const allowed = from === undefined ? undefined : context.options[0]?.[from]
    if (allowed === undefined) return {}

    function check(node) {
      const specifier = node.source?.value
      if (typeof specifier !== "string" || !specifier.startsWith(".")) return
      const target = resolve(dirname(context.filename), specifier)
      const area = areaOf(target)
      if (area === from) return
      const path = relative(source, target).split(sep).join("/")
      const free = allowed.some((name) => name === area || path.startsWith(`${name}/`) || path === name)
      if (!free) context.report({ node: node.source, messageId: "against", data: { from, target: `src/${path}` } })
    }

    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check
    }
  }
}
