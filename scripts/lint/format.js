/**
 * Lint rule: files are formatted as dprint does it.
 */
import { createFromBuffer } from "@dprint/formatter"
import { getPath } from "@dprint/typescript"
import { readFileSync } from "node:fs"

let formatter

/** What both texts begin with, to the end of a line. */
function commonLines(one, other) {
  let end = 0
  for (let index = 0; index < one.length && one[index] === other[index]; index++) {
    if (one[index] === "\n") end = index + 1
  }
  return end
}

export const format = {
  meta: {
    type: "layout",
    docs: { description: "Files are formatted by dprint" },
    fixable: "code",
    messages: { unformatted: "This line is formatted otherwise: `npm run format` writes it." },
    schema: [{ type: "object" }],
    defaultOptions: [{}]
  },
  create(context) {
    return {
      Program() {
        const { text } = context.sourceCode
        formatter ??= createFromBuffer(readFileSync(getPath()))
        const formatted = formatter.formatText({
          filePath: context.filename,
          fileText: text,
          overrideConfig: context.options[0]
        })
        if (formatted === text) return
        const start = commonLines(text, formatted)
        const end = text.indexOf("\n", start)
        const loc = {
          start: context.sourceCode.getLocFromIndex(start),
          end: context.sourceCode.getLocFromIndex(end < 0 ? text.length : end)
        }
        context.report({
          loc,
          messageId: "unformatted",
          fix: (fixer) => fixer.replaceTextRange([start, text.length], formatted.slice(start))
        })
      }
    }
  }
}
