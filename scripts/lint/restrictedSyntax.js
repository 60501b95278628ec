/**
 * Lint rule: code that a selector finds is not to be written.
 */

export const restrictedSyntax = {
  meta: {
    type: "problem",
    docs: { description: "Code that selectors find is not written" },
    schema: { type: "array", items: { type: "object", required: ["selector", "message"] } }
  },
  create(context) {
    return Object.fromEntries(
      context.options.map(({ selector, message }) => [selector, (node) => context.report({ node, message })])
    )
  }
}
