/**
 * The little XML that S3 speaks: written from plain values, read into a tree of elements.
 */

/**
 * What an element holds: text, or named children (an array repeats the element, `undefined` leaves it out).
 */
export type XmlValue = string | number | boolean | XmlChildren

export interface XmlChildren {
  readonly [name: string]: XmlValue | ReadonlyArray<XmlValue> | undefined
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }

const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- keys may hold control characters, which S3 writes so though XML 1.0 has none
  text.replace(/[&<>"\u0000-\u001f\u007f]/g, (one) => entities[one] ?? `&#x${one.charCodeAt(0).toString(16)};`)

/**
 * Whether it has characters that XML 1.0 has no form for.
 */
export const cannotHold = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- these are the ones
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)

const element = (name: string, value: XmlValue, attributes = ""): string =>
  `<${name}${attributes}>${typeof value === "object" ? childrenText(value) : escaped(String(value))}</${name}>`

const childrenText = (children: XmlChildren): string =>
  Object.entries(children).flatMap(([name, value]) =>
    value === undefined
      ? []
      : Array.isArray(value)
      ? value.map((one: XmlValue) => element(name, one))
      : [element(name, value as XmlValue)]
  ).join("")

const s3Namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

/**
 * A document of a namespace, by default S3's; errors have none.
 */
export const document = (name: string, children: XmlChildren | string, namespace = s3Namespace): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${
    element(name, children, name === "Error" || namespace === "" ? "" : ` xmlns="${namespace}"`)
  }`

/**
 * An element as read: its name without prefix, its text and its children.
 */
export interface XmlElement {
  readonly name: string
  text: string
  readonly children: Array<XmlElement>
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? all
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

const token =
  /<\?[^>]*\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([\w.:-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * The root element, or `undefined` when the text is no well-formed XML. A document type is not accepted.
 */
export const parse = (text: string): XmlElement | undefined => {
  const top: XmlElement = { name: "", text: "", children: [] }
  const open: Array<XmlElement> = [top]
  token.lastIndex = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (token.lastIndex < text.length) {
    const match = token.exec(text)
    const current = open.at(-1)
    if (match === null || current === undefined) return undefined
    const [, cdata, closing, name, , selfClosing, words] = match
    if (cdata !== undefined) current.text += cdata
    else if (words !== undefined) current.text += unescaped(words)
    else if (name !== undefined && closing === "/") {
      if (open.length === 1 || current.name !== localName(name)) return undefined
      open.pop()
    } else if (name !== undefined) {
      const child: XmlElement = { name: localName(name), text: "", children: [] }
      current.children.push(child)
      if (selfClosing !== "/") open.push(child)
    }
  }
  return open.length === 1 && top.children.length === 1 && top.text.trim() === "" ? top.children[0] : undefined
}

/**
 * The children of this name.
 */
export const all = (parent: XmlElement, name: string): ReadonlyArray<XmlElement> =>
  parent.children.filter((child) => child.name === name)

/**
 * The text of the first child of this name.
 */
export const textOf = (parent: XmlElement, name: string): string | undefined =>
  parent.children.find((child) => child.name === name)?.text

/**
 * `2026-11-20T12:00:00.000Z`, as XML holds times.
 */
export const isoDate = (millis: number): string => new Date(millis).toISOString()
