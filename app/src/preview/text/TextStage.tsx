import { Code, Copy, Search, WrapText } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { Suspense, useEffect, useMemo, useState } from "react"
import { Button } from "../../parts/Button.js"
import { IconButton } from "../../parts/IconButton.js"
import { loadedLater } from "../../parts/loadedLater.js"
import { useCopy } from "../../parts/useCopy.js"
import { useMedia } from "../../parts/useMedia.js"
import { Failure } from "../Failure.js"
import { FindField, isFindKey } from "../find/FindField.js"
import type { StageProps } from "../Stage.js"
import { Tools } from "../Tools.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import { Waiting } from "../Waiting.js"
import type { Decoded } from "./decodeText.js"
import { findRows } from "./findRows.js"
import type { Grammar } from "./languages.js"
import { grammarOf } from "./languages.js"
import styles from "./Text.module.css"
import { TextLines } from "./TextLines.js"
import { coloursOfRows, textRows } from "./textRows.js"
import { useHighlight } from "./useHighlight.js"
import type { ReadText } from "./useText.js"
import { useText } from "./useText.js"

const Markdown = loadedLater(async () => (await import("./Markdown.js")).Markdown)

const isPlain: ReadonlySet<Grammar | undefined> = new Set([undefined, "markdown"])

/** Text and code, as inert text; Markdown is set, and its source is a button away. */
export const TextStage = (props: StageProps): ReactElement => {
  const { onUnshowable, source } = props
  const read = useText(source)
  const isBinary = read.decoded === "Binary"
  useEffect(() => {
    if (isBinary) onUnshowable()
  }, [isBinary, onUnshowable])
  if (read.error !== null) return <Failure error={read.error} onRetry={read.retry} />
  if (read.decoded === undefined || read.decoded === "Binary") return <Waiting />
  return <Shown {...props} decoded={read.decoded} read={read} />
}

const Shown = (
  { decoded, onFacts, read, source, toolbar }: StageProps & { readonly decoded: Decoded; readonly read: ReadText }
): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const isNarrow = useMedia("(width < 1000px)")
  const grammar = grammarOf(source.name)
  const isMarkdown = grammar === "markdown"
  const [isSource, setSource] = useState(!isMarkdown)
  const [wrapped, setWrapped] = useState<boolean>()
  const [wanted, setWanted] = useState<string>()
  const [step, setStep] = useState(0)
  const text = useMemo(() => decoded.text.replace(/\r\n?/g, "\n"), [decoded.text])
  const lines = useMemo(() => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n"), [text])
  const rows = useMemo(() => textRows(lines), [lines])
  const colouredLines = useHighlight(isSource ? text : "", isSource ? grammar : undefined)
  const colours = useMemo(() => coloursOfRows(rows, colouredLines), [colouredLines, rows])
  const places = useMemo(() => findRows(rows, wanted ?? ""), [rows, wanted])
  const found = useMemo(() => new Set(places), [places])
  const at = places.length === 0 ? 0 : ((step % places.length) + places.length) % places.length
  const isWrapped = wrapped ?? (isNarrow || isPlain.has(grammar))
  const words = t.preview.text
  const cut = read.cut ?? (rows.share < 1 ? Math.floor(source.size * rows.share) : undefined)
  const facts = useMemo(
    () => read.cut === undefined ? [[t.preview.facts.lines, format.count(lines.length)] as const] : [],
    [format, lines.length, read.cut, t]
  )
  useEffect(() => onFacts(facts), [facts, onFacts])
  useViewerKeys((event) => {
    if (!isFindKey(event)) return false
    setSource(true)
    setWanted(wanted ?? "")
    return true
  })
  const copy = useCopy()
  const about = read.cut === undefined
    ? words.about(source.kind.format, decoded.encoding, lines.length)
    : words.aboutCut(source.kind.format, decoded.encoding)
  let body: ReactNode
  if (isSource) {
    body = (
      <TextLines
        colours={colours}
        current={wanted === undefined ? undefined : places[at]}
        found={found}
        isWrapped={isWrapped}
        label={source.name}
        text={rows}
      />
    )
  } else {
    body = (
      <Suspense fallback={<Waiting />}>
        <Markdown label={source.name} text={text} />
      </Suspense>
    )
  }
  return (
    <div className={styles.stage}>
      <div className={styles.sheet}>
        {wanted === undefined ? null : (
          <FindField
            at={at}
            count={places.length}
            isWhole={cut === undefined}
            label={words.find}
            nothing={cut === undefined ? undefined : words.notInShown}
            onClose={() => setWanted(undefined)}
            onStep={(direction) => setStep(at + direction)}
            onWanted={(next) => {
              setWanted(next)
              setStep(0)
            }}
            wanted={wanted}
          />
        )}
        {body}
        {cut === undefined ? null : (
          <div className={styles.cut} role="status">
            <span>{words.cut(cut, source.size)}</span>
            {read.cut === undefined || read.showAll === undefined ?
              null :
              (
                <Button onPress={read.showAll} pending={read.isReadingAll} size="small" variant="tint">
                  {words.showAll}
                </Button>
              )}
          </div>
        )}
      </div>
      <Tools into={toolbar}>
        <span className={styles.about}>{about}</span>
        {isMarkdown
          ? <IconButton icon={Code} label={words.source} onPress={() => setSource(!isSource)} pressed={isSource} />
          : null}
        <IconButton
          icon={Search}
          keys="Mod+F"
          label={words.find}
          onPress={() => {
            setSource(true)
            setWanted(wanted === undefined ? "" : undefined)
          }}
          pressed={wanted !== undefined}
        />
        {isSource
          ? (
            <IconButton
              icon={WrapText}
              label={words.wrap}
              onPress={() => setWrapped(!isWrapped)}
              pressed={isWrapped}
            />
          )
          : null}
        <IconButton
          icon={Copy}
          label={read.cut === undefined ? words.copyAll : words.copyShown}
          onPress={() => copy(text)}
        />
      </Tools>
    </div>
  )
}
