import { useVirtualizer } from "@tanstack/react-virtual"
import type { ReactElement } from "react"
import { useEffect, useRef } from "react"
import { classes } from "../../parts/classes.js"
import { usePrinting } from "../../parts/usePrinting.js"
import type { Piece } from "./highlight.js"
import styles from "./Text.module.css"
import type { TextRows } from "./textRows.js"

export interface TextLinesProps {
  readonly label: string
  readonly text: TextRows
  readonly colours: ReadonlyArray<ReadonlyArray<Piece>> | undefined
  readonly isWrapped: boolean
  readonly found: ReadonlySet<number>
  /** The row that is looked at now. */
  readonly current: number | undefined
}

const lineHeight = 20
/** Rows are drawn in blocks, so that what is selected across some hundreds of them stays selected. */
const manyRows = 50
/** Of rows that may be very long. */
const fewRows = 5
/** So many frames the blocks around a row have to be measured in, before it is given up to show it. */
const framesAtMost = 30
const blocksAround = 6
/** Blocks on paper, where nobody scrolls: the first 5,000 lines. */
const printedAtMost = 100

/** A text of any length with the numbers of its lines, of which only the part in sight exists. */
export const TextLines = (
  { colours, current, found, isWrapped, label, text }: TextLinesProps
): ReactElement => {
  "use no memo"
  const scroller = useRef<HTMLDivElement>(null)
  const lines = text.rows
  const blockOf = text.isSplit ? fewRows : manyRows
  const count = Math.ceil(lines.length / blockOf)
  // oxlint-disable-next-line react/incompatible-library -- all that reads it is in this component
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (block) => Math.min(blockOf, lines.length - block * blockOf) * lineHeight,
    overscan: blocksAround,
    paddingStart: 14,
    paddingEnd: 14
  })
  useEffect(() => virtualizer.measure(), [isWrapped, virtualizer])
  const isPrinted = usePrinting()
  const blocks = isPrinted
    ? Array.from({ length: Math.min(count, printedAtMost) }, (_, index) => ({ index, start: 0 }))
    : virtualizer.getVirtualItems()
  useEffect(() => {
    const element = scroller.current
    if (current === undefined || element === null) return
    let frame = 0
    let left = framesAtMost
    // how high the blocks above it are is known when they are drawn
    const look = () => {
      const row = element.querySelector(`[data-row="${current}"]`)
      if (row !== null) return void row.scrollIntoView({ block: "center" })
      virtualizer.scrollToIndex(Math.floor(current / blockOf), { align: "start" })
      if (--left > 0) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [blockOf, current, virtualizer])
  return (
    <div
      aria-label={label}
      className={classes(styles.text, isWrapped && styles.wrapped)}
      ref={scroller}
      role="document"
      tabIndex={0}
    >
      <div className={styles.space} style={{ height: virtualizer.getTotalSize() }}>
        {blocks.map(({ index, start }) => (
          <div
            className={styles.block}
            data-index={index}
            key={index}
            ref={virtualizer.measureElement}
            style={{ transform: `translateY(${start}px)` }}
          >
            {lines.slice(index * blockOf, (index + 1) * blockOf).map((line, offset) => {
              const at = index * blockOf + offset
              const pieces = colours?.[at]
              return (
                <div
                  className={styles.line}
                  data-current={at === current || undefined}
                  data-found={found.has(at) || undefined}
                  data-line={text.numberOf(at)}
                  data-row={at}
                  key={at}
                >
                  <code dir="auto">
                    {pieces === undefined || pieces.length === 0
                      ? line === "" ? " " : line
                      : pieces.map(({ text, tone }, part) =>
                        tone === undefined ? text : <span className={styles[tone]} key={part}>{text}</span>
                      )}
                  </code>
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
