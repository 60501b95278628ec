/**
 * Lint rule: values are imported from a module of a package, and not from its index, which would load them all.
 */

export const moduleImports = {
  meta: {
    type: "problem",
    docs: { description: "Values come from a module of a package" },
    messages: { index: "Use import * as {{name}} from \"{{source}}/{{module}}\" instead" },
    schema: [{ type: "array", items: { type: "string" } }],
    defaultOptions: [[]]
  },
  create(context) {
    const [packages] = context.options
    return {
      ImportDeclaration({ importKind, source, specifiers }) {
        if (importKind === "type" || !packages.includes(source.value)) return
        for (const specifier of specifiers) {
          if (specifier.type !== "ImportSpecifier" || specifier.importKind === "type") continue
          const { imported, local } = specifier
          const data = { name: local.name, source: source.value, module: imported.name ?? imported.value }
          context.report({ node: specifier, messageId: "index", data })
        }
      }
    }
  }
}
