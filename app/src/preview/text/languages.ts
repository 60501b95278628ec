/** Grammars of the highlighter, each a chunk of its own that is loaded when a file needs it. */
import type { LanguageFn } from "highlight.js"
import { extensionOf } from "../../parts/fileKind.js"

type Load = () => Promise<{ readonly default: LanguageFn }>

const grammars = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  dart: () => import("highlight.js/lib/languages/dart"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  latex: () => import("highlight.js/lib/languages/latex"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  perl: () => import("highlight.js/lib/languages/perl"),
  php: () => import("highlight.js/lib/languages/php"),
  powershell: () => import("highlight.js/lib/languages/powershell"),
  python: () => import("highlight.js/lib/languages/python"),
  r: () => import("highlight.js/lib/languages/r"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  scala: () => import("highlight.js/lib/languages/scala"),
  scss: () => import("highlight.js/lib/languages/scss"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml")
} satisfies Readonly<Record<string, Load>>

export type Grammar = keyof typeof grammars

export const loadGrammar = (grammar: Grammar): Promise<{ readonly default: LanguageFn }> => grammars[grammar]()

const endings: Readonly<Record<Grammar, string>> = {
  bash: "sh bash",
  c: "c h",
  cpp: "cc cpp hpp",
  csharp: "cs",
  css: "css",
  dart: "dart",
  diff: "diff patch",
  dockerfile: "dockerfile",
  go: "go",
  ini: "ini toml",
  java: "java",
  javascript: "js mjs cjs jsx",
  json: "json json5",
  kotlin: "kt",
  latex: "tex",
  lua: "lua",
  makefile: "makefile",
  markdown: "md markdown",
  perl: "pl",
  php: "php",
  powershell: "ps1",
  python: "py",
  r: "r",
  ruby: "rb",
  rust: "rs",
  scala: "scala",
  scss: "scss",
  sql: "sql",
  swift: "swift",
  typescript: "ts tsx",
  xml: "html htm xml svg vue svelte",
  yaml: "yaml yml"
}

const isGrammar = (name: string): name is Grammar => Object.hasOwn(grammars, name)

const byEnding = new Map(
  Object.entries(endings).flatMap(([grammar, words]) =>
    isGrammar(grammar) ? words.split(" ").map((word) => [word, grammar] as const) : []
  )
)

/** By the end of a file's name, or its whole name where it has none; also by what a block of Markdown says of itself. */
export const grammarOf = (name: string): Grammar | undefined => {
  const word = (extensionOf(name) || name).toLowerCase()
  return byEnding.get(word) ?? (isGrammar(word) ? word : undefined)
}
