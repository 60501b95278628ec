/** Code in four colours: pieces of text with what each is, never HTML. */
import type { Emitter } from "highlight.js"
import highlighter from "highlight.js/lib/core"
import type { Grammar } from "./languages.js"
import { loadGrammar } from "./languages.js"

export type Tone = "keyword" | "value" | "comment" | "name"

export interface Piece {
  readonly text: string
  readonly tone: Tone | undefined
}

/** What colours the scopes of the grammars wear; what is not named here stands as plain text. */
const tones: Readonly<Record<string, Tone>> = {
  keyword: "keyword",
  literal: "keyword",
  operator: "keyword",
  meta: "keyword",
  tag: "keyword",
  "selector-tag": "keyword",
  deletion: "keyword",
  string: "value",
  number: "value",
  regexp: "value",
  char: "value",
  addition: "value",
  symbol: "value",
  link: "value",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  title: "name",
  section: "name",
  name: "name",
  attr: "name",
  attribute: "name",
  "selector-class": "name",
  "selector-id": "name"
}

const toneOf = (scope: string): Tone | undefined => tones[scope] ?? tones[scope.split(".")[0] ?? scope]

/** What the highlighter tells goes into pieces. */
class Pieces implements Emitter {
  readonly pieces: Array<Piece> = []
  private readonly open: Array<Tone | undefined> = []

  addText(text: string): void {
    if (text !== "") this.pieces.push({ text, tone: this.open.at(-1) })
  }
  startScope(scope: string): void {
    this.open.push(toneOf(scope) ?? this.open.at(-1))
  }
  endScope(): void {
    this.open.pop()
  }
  openNode(scope: string): void {
    this.startScope(scope)
  }
  closeNode(): void {
    this.endScope()
  }
  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof Pieces) this.pieces.push(...emitter.pieces)
  }
  finalize(): void {}
  toHTML(): string {
    return ""
  }
}

highlighter.configure({ __emitter: Pieces })

/** Pieces of each line. */
const linesOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<ReadonlyArray<Piece>> => {
  const lines: Array<Array<Piece>> = [[]]
  for (const { text, tone } of pieces) {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) lines.push([])
      if (part !== "") lines.at(-1)?.push({ text: part, tone })
    }
  }
  return lines
}

/** `undefined` where the grammar gives up on the text. */
export const highlight = async (
  text: string,
  grammar: Grammar
): Promise<ReadonlyArray<ReadonlyArray<Piece>> | undefined> => {
  if (highlighter.getLanguage(grammar) === undefined) {
    highlighter.registerLanguage(grammar, (await loadGrammar(grammar)).default)
  }
  const { _emitter } = highlighter.highlight(text, { language: grammar, ignoreIllegals: true })
  return _emitter instanceof Pieces ? linesOf(_emitter.pieces) : undefined
}
