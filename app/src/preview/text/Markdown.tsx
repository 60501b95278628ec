import { Image } from "lucide-react"
import type { MarkedToken, Token, Tokens } from "marked"
import { lexer } from "marked"
import type { ReactElement, ReactNode } from "react"
import { Fragment, useMemo } from "react"
import { Icon } from "../../parts/Icon.js"
import { readEntities } from "./entities.js"
import { grammarOf } from "./languages.js"
import { safeHref } from "./safeHref.js"
import styles from "./Text.module.css"
import { useHighlight } from "./useHighlight.js"

/** Every token becomes an element of ours or text. HTML in the file is text, and its pictures are not loaded. */
const draw = (tokens: ReadonlyArray<Token> | undefined): ReactNode =>
  tokens?.map((token, at) => <Fragment key={at}>{drawOne(token)}</Fragment>)

const known: ReadonlySet<string> = new Set<MarkedToken["type"]>([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text"
])

const isKnown = (token: Token): token is MarkedToken => known.has(token.type)

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"] as const

const drawOne = (token: Token): ReactNode => {
  if (!isKnown(token)) return token.raw
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null
    case "text":
      return token.tokens === undefined ? readEntities(token.text) : draw(token.tokens)
    case "escape":
      return token.text
    case "html":
      return token.block ? <p>{token.text.trim()}</p> : token.text
    case "br":
      return <br />
    case "hr":
      return <hr className={styles.rule} />
    case "strong":
      return <strong>{draw(token.tokens)}</strong>
    case "em":
      return <em>{draw(token.tokens)}</em>
    case "del":
      return <del>{draw(token.tokens)}</del>
    case "codespan":
      return <code>{token.text}</code>
    case "code":
      return <CodeBlock language={token.lang} text={token.text} />
    case "paragraph":
      return <p dir="auto">{draw(token.tokens)}</p>
    case "blockquote":
      return <blockquote>{draw(token.tokens)}</blockquote>
    case "heading": {
      const Heading = headings[token.depth - 1] ?? "h6"
      return <Heading dir="auto">{draw(token.tokens)}</Heading>
    }
    case "image":
      return (
        <span className={styles.picture}>
          <Icon of={Image} size={14} />
          {readEntities(token.text) || token.href}
        </span>
      )
    case "link": {
      const href = safeHref(token.href)
      return href === undefined
        ? <span>{draw(token.tokens)}</span>
        : <a href={href} rel="noopener noreferrer" target="_blank">{draw(token.tokens)}</a>
    }
    case "list": {
      const items = token.items.map((item, at) => <Item item={item} key={at} />)
      return token.ordered ? <ol start={token.start === "" ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>
    }
    case "list_item":
      return <Item item={token} />
    case "table":
      return <Table table={token} />
  }
}

const Item = ({ item }: { readonly item: Tokens.ListItem }): ReactElement => (
  <li className={item.task ? styles.task : undefined} dir="auto">
    {item.task
      ? <span aria-label={item.checked === true ? "✓" : "–"} role="img">{item.checked === true ? "☑" : "☐"}</span>
      : null}
    {draw(item.tokens)}
  </li>
)

const Table = ({ table }: { readonly table: Tokens.Table }): ReactElement => (
  <div className={styles.wide}>
    <table>
      <thead>
        <tr>{table.header.map(({ align, tokens }, at) => <th data-align={align} key={at}>{draw(tokens)}</th>)}</tr>
      </thead>
      <tbody>
        {table.rows.map((row, line) => (
          <tr key={line}>{row.map(({ align, tokens }, at) => <td data-align={align} key={at}>{draw(tokens)}</td>)}</tr>
        ))}
      </tbody>
    </table>
  </div>
)

const CodeBlock = (
  { language, text }: { readonly language: string | undefined; readonly text: string }
): ReactElement => {
  const lines = useHighlight(text, language === undefined ? undefined : grammarOf(language.split(/\s/)[0] ?? ""))
  return (
    <pre tabIndex={0}>
      <code>
        {lines === undefined ? text : lines.map((pieces, at) => (
          <Fragment key={at}>
            {at === 0 ? "" : "\n"}
            {pieces.map(({ text: part, tone }, index) =>
              tone === undefined ? part : <span className={styles[tone]} key={index}>{part}</span>
            )}
          </Fragment>
        ))}
      </code>
    </pre>
  )
}

/** A text that its writer has marked up, set. */
export const Markdown = ({ label, text }: { readonly label: string; readonly text: string }): ReactElement => {
  const tokens = useMemo(() => lexer(text), [text])
  return (
    <div aria-label={label} className={styles.prose} role="document" tabIndex={0}>
      {draw(tokens)}
    </div>
  )
}
