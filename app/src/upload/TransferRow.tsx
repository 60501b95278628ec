import type { LucideIcon } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useLayoutEffect, useRef } from "react"
import { classes } from "../parts/classes.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { FileName } from "../parts/FileName.js"
import { Icon } from "../parts/Icon.js"
import type { Movement } from "../parts/ProgressBar.js"
import { ProgressBar } from "../parts/ProgressBar.js"
import { focusPanel } from "./focusPanel.js"
import styles from "./TransfersPanel.module.css"

/** What a row of the panel says: one sentence, and a bar where there is something to measure. */
export interface Shown {
  readonly text: string
  /** For support, in the tooltip of the sentence. */
  readonly details?: string | undefined
  readonly left?: string | undefined
  readonly icon?: LucideIcon | undefined
  readonly tone?: "danger" | "success" | "warning" | undefined
  readonly bar?: { readonly percent: number | undefined; readonly movement: Movement } | undefined
}

export interface TransferRowProps extends Shown {
  readonly name: string
  readonly isFolder?: boolean | undefined
  /** Stands at the corner of the icon. */
  readonly badge?: ReactNode
  readonly top: number
  readonly actions: ReactNode
}

/** A button that is pressed often gives way to another one, which has the focus then. */
const Actions = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const place = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    const next = place.current?.querySelector("button")
    if (next === undefined || next === null) focusPanel()
    else next.focus()
  })
  // a row that is done moves to others
  useLayoutEffect(() => () => {
    if (hasFocus.current) focusPanel()
  }, [])
  return (
    <div
      className={styles.actions}
      onBlur={({ target }) => {
        // one that is taken away leaves its focus to the next
        if (target.isConnected) hasFocus.current = false
      }}
      onFocus={() => {
        hasFocus.current = true
      }}
      ref={place}
    >
      {children}
    </div>
  )
}

const dot = " · "

/** A figure and its unit stay together where a sentence takes two lines. */
const Parts = ({ text }: { readonly text: string }): ReactNode => {
  const [first, ...others] = text.split(dot)
  return [first, ...others.flatMap((part, at) => [dot, <span className={styles.part} key={at}>{part}</span>])]
}

export const TransferRow = (
  { actions, badge, bar, details, icon, isFolder = false, left, name, text, tone, top }: TransferRowProps
): ReactElement => (
  <li className={styles.row} style={{ transform: `translateY(${top}px)` }}>
    <span className={styles.tile}>
      <KindTile kind={fileKind(name, isFolder)} />
      {badge === undefined ? null : <span className={styles.badge}>{badge}</span>}
    </span>
    <div>
      <FileName className={styles.name} isFolder={isFolder} name={name} />
      <div className={classes(styles.status, tone !== undefined && styles[tone], bar === undefined && styles.asks)}>
        <span className={styles.sentence}>
          {icon === undefined ? null : <Icon of={icon} size={13} />}
          <span title={details === undefined ? text : `${text}\n${details}`}>
            {bar === undefined ? text : <Parts text={text} />}
          </span>
        </span>
        {left === undefined ? null : <span className={styles.left}>{left}</span>}
      </div>
      {bar === undefined ? null : (
        <div className={styles.bar}>
          <ProgressBar label={name} movement={bar.movement} percent={bar.percent} thin />
        </div>
      )}
    </div>
    <Actions>{actions}</Actions>
  </li>
)

export const shareOf = (part: number, whole: number | undefined): number | undefined =>
  whole === undefined || whole === 0 ? undefined : Math.min(100, (part / whole) * 100)
