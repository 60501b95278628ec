import type { UploadSnapshot } from "effect-drive/promise"
import { useUpload, useUploadActions } from "effect-drive/react"
import type { LucideIcon } from "lucide-react"
import { Check, CircleAlert, Pause, WifiOff, X, Zap } from "lucide-react"
import type { ReactElement } from "react"
import type { LanguageFace } from "../language/Language.js"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { classes } from "../parts/classes.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { FileName } from "../parts/FileName.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import type { Movement } from "../parts/ProgressBar.js"
import { ProgressBar } from "../parts/ProgressBar.js"
import { problemOf } from "../shell/problemOf.js"
import { pickFiles } from "./pickFiles.js"
import styles from "./TransfersPanel.module.css"

interface Shown {
  readonly text: string
  readonly left?: string | undefined
  readonly icon?: LucideIcon | undefined
  readonly tone?: "danger" | "success" | "warning" | undefined
  readonly bar?: { readonly percent: number | undefined; readonly movement: Movement } | undefined
}

const shareOf = (part: number, whole: number | undefined): number | undefined =>
  whole === undefined || whole === 0 ? undefined : (part / whole) * 100

/** The one sentence of an upload, and its bar where there is something to measure. */
const shownOf = (upload: UploadSnapshot, { format, t }: LanguageFace): Shown => {
  const { bytes, size = 0, status } = upload
  const words = t.upload.status
  const still = { percent: shareOf(bytes.sent, size) ?? 0, movement: "still" as const }
  switch (status._tag) {
    case "queued":
      return { text: words.queued }
    case "hashing":
      return {
        text: words.hashing(shareOf(status.read, status.size) ?? 0),
        bar: { percent: shareOf(status.read, status.size), movement: "checking" }
      }
    case "uploading":
      return {
        text: words.uploading(status.sent, status.size ?? status.sent, status.speed),
        left: status.eta === undefined ? undefined : t.upload.remaining(status.eta),
        bar: { percent: shareOf(status.sent, status.size), movement: "moving" }
      }
    case "finishing":
      return { text: words.finishing, bar: { percent: undefined, movement: "sweep" } }
    case "done":
      return status.rapid
        ? { text: words.rapid, left: format.bytes(size), icon: Zap, tone: "success" }
        : { text: words.done, left: format.bytes(size), icon: Check, tone: "success" }
    case "paused":
      return { text: words.paused(bytes.sent, size), bar: still }
    case "waitingForNetwork":
      return { text: words.waitingForNetwork, icon: WifiOff, tone: "warning", bar: still }
    case "waitingForSignIn":
      return { text: words.waitingForSignIn, tone: "warning", bar: still }
    case "conflict":
      return { text: words.conflict, icon: CircleAlert, tone: "warning" }
    case "needsFile":
      return { text: words.needsFile, icon: CircleAlert, tone: "warning" }
    case "elsewhere":
      return { text: words.elsewhere, bar: still }
    case "cancelled":
      return { text: words.cancelled }
    case "failed":
      return { text: problemOf(status.error, t).text, icon: CircleAlert, tone: "danger" }
  }
}

const RowActions = ({ upload }: { readonly upload: UploadSnapshot }): ReactElement | null => {
  const { t } = useLanguage()
  const actions = useUploadActions()
  const words = t.upload.actions
  const { id, status } = upload
  const button = (label: string, run: () => void, variant: "neutral" | "tint" = "neutral") => (
    <Button className={styles.wide} onPress={run} size="small" variant={variant}>{label}</Button>
  )
  const cancel = <IconButton ground="raised" icon={X} label={words.cancel} onPress={() => void actions.cancel(id)} />
  switch (status._tag) {
    case "uploading":
    case "hashing":
      return (
        <>
          <IconButton
            filled
            ground="raised"
            icon={Pause}
            label={words.pause}
            onPress={() => void actions.pause(id)}
          />
          {cancel}
        </>
      )
    case "paused":
      return button(words.resume, () => void actions.resume(id), "tint")
    case "needsFile":
      return button(words.choose, () => pickFiles(([file]) => void actions.resume(id, file)), "tint")
    case "failed":
      return status.retryable
        ? button(words.retry, () => void actions.retry(id))
        : button(words.remove, () => void actions.remove(id))
    case "conflict":
    case "cancelled":
      return button(words.remove, () => void actions.remove(id))
    case "done":
    case "elsewhere":
      return null
    default:
      return cancel
  }
}

export const UploadRow = ({ id, top }: { readonly id: string; readonly top: number }): ReactElement | null => {
  const language = useLanguage()
  const upload = useUpload(id)
  if (upload === undefined) return null
  const { bar, icon, left, text, tone } = shownOf(upload, language)
  return (
    <li className={styles.row} style={{ transform: `translateY(${top}px)` }}>
      <KindTile kind={fileKind(upload.name, false)} />
      <div>
        <FileName className={styles.name} isFolder={false} name={upload.name} />
        <div className={classes(styles.status, tone !== undefined && styles[tone])}>
          {icon === undefined ? null : <Icon of={icon} size={13} />}
          <span title={text}>{text}</span>
          {left === undefined ? null : <span className={styles.left}>{left}</span>}
        </div>
        {bar === undefined ? null : (
          <div className={styles.bar}>
            <ProgressBar label={upload.name} movement={bar.movement} percent={bar.percent} thin />
          </div>
        )}
      </div>
      <div className={styles.actions}>
        <RowActions upload={upload} />
      </div>
    </li>
  )
}
