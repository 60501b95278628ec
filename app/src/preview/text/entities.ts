/** Character references of Markdown: those that people type, and all that are numbers. What is unknown stays as it is. */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  deg: "°",
  euro: "€",
  gt: ">",
  hellip: "…",
  laquo: "«",
  larr: "←",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: "\u00a0",
  ndash: "–",
  para: "¶",
  plusmn: "±",
  quot: "\"",
  raquo: "»",
  rarr: "→",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  sect: "§",
  times: "×",
  trade: "™"
}

const numbered = (code: number): string =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "\ufffd"

export const readEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,8}));/g, (all, digits, hex, name) =>
    digits !== undefined
      ? numbered(Number(digits))
      : hex !== undefined
      ? numbered(Number.parseInt(hex, 16))
      : named[name] ?? all)
