import type { UploadSnapshot } from "effect-drive/promise"
import { useDrive, useUpload, useUploadActions } from "effect-drive/react"
import { Check, CircleAlert, Pause, Play, WifiOff, X, Zap } from "lucide-react"
import type { ReactElement } from "react"
import { useOpenDialog } from "../parts/Dialogs.js"
import { IconButton } from "../parts/IconButton.js"
import { problemOf } from "../shell/problemOf.js"
import { useRoute } from "../shell/useRoute.js"
import { startAgain, startedWith } from "./incoming.js"
import { openConflicts } from "./openConflicts.js"
import { pausedUploads } from "./pausedUploads.js"
import { pickFiles } from "./pickFiles.js"
import { rowButton } from "./rowButton.js"
import type { Shown } from "./TransferRow.js"
import { shareOf, TransferRow } from "./TransferRow.js"
import { useNow, useThrottled } from "./useThrottled.js"
import type { UploadFace } from "./useUploadLanguage.js"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** The one sentence of an upload, and its bar where there is something to measure. */
export const shownOf = (upload: UploadSnapshot, { format, t }: UploadFace, now: number): Shown => {
  const { bytes, size = 0, status, waiting } = upload
  const words = t.upload.status
  const still = { percent: shareOf(bytes.sent, size) ?? 0, movement: "still" as const }
  if (waiting?.until !== undefined && waiting.reason !== "network" && waiting.until > now) {
    const seconds = Math.ceil((waiting.until - now) / 1000)
    return {
      text: waiting.reason === "server" ? words.serverBusy(seconds) : words.retrying(seconds),
      tone: "warning",
      bar: still
    }
  }
  switch (status._tag) {
    case "queued":
      return { text: words.queued }
    case "hashing": {
      const percent = shareOf(status.read, status.size)
      return { text: words.hashing(percent ?? 0), bar: { percent, movement: "checking" } }
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
      return { text: words.waitingForSignIn, icon: Pause, tone: "warning", bar: still }
    case "conflict":
      return { text: words.conflict, icon: CircleAlert, tone: "warning" }
    case "needsFile":
      return { text: words.needsFile, icon: CircleAlert, tone: "warning" }
    case "elsewhere":
      return { text: words.elsewhere, bar: still }
    case "cancelled":
      return { text: words.cancelled }
    case "failed": {
      const { details, text } = problemOf(status.error, t)
      return { text, details, icon: CircleAlert, tone: "danger" }
    }
  }
}

const RowActions = ({ upload }: { readonly upload: UploadSnapshot }): ReactElement | null => {
  const { t } = useUploadLanguage()
  const drive = useDrive()
  const actions = useUploadActions()
  const openDialog = useOpenDialog()
  const { address, go } = useRoute()
  const words = t.upload.actions
  const { id, name, status } = upload
  const button = rowButton(t, name)
  const iconButton = (icon: typeof X, label: string, run: () => void, filled = false) => (
    <IconButton filled={filled} ground="raised" icon={icon} label={t.parts.labelled(label, name)} onPress={run} />
  )
  const remove = () => void actions.remove(id)
  const pause = () => {
    pausedUploads.add([id])
    void actions.pause(id)
  }
  const resume = (file?: File) => {
    pausedUploads.remove([id])
    void actions.resume(id, file)
  }
  const cancel = iconButton(X, words.cancel, () => {
    pausedUploads.remove([id])
    void actions.cancel(id)
  })
  switch (status._tag) {
    case "uploading":
    case "hashing":
      return (
        <>
          {iconButton(Pause, words.pause, pause, true)}
          {cancel}
        </>
      )
    case "paused":
      return (
        <>
          {iconButton(Play, words.resume, () => resume(), true)}
          {cancel}
        </>
      )
    case "needsFile":
      return button(words.choose, () => pickFiles(([file]) => resume(file), { isOne: true }), "tint")
    case "conflict":
      return button(words.choose, () => openConflicts(drive, openDialog), "tint")
    case "cancelled":
      return startedWith(id) === undefined
        ? button(words.remove, remove)
        : button(words.undo, () => void startAgain(id))
    case "failed": {
      const { action, remedy } = problemOf(status.error, t)
      const place = address === "Unknown" ? undefined : address.place
      if (remedy === "openBin" && place !== undefined) {
        return button(words.openBin, () => go({ ...place, room: "bin", folder: undefined }))
      }
      if (remedy === "restart" && startedWith(id) !== undefined) return button(action, () => void startAgain(id))
      if (remedy === "pickFile") {
        return button(words.choose, () => pickFiles(([file]) => resume(file), { isOne: true }), "tint")
      }
      return status.retryable ? button(words.retry, () => void actions.retry(id)) : button(words.remove, remove)
    }
    case "done":
    case "elsewhere":
      return null
    default:
      return cancel
  }
}

export const UploadRow = ({ id, top }: { readonly id: string; readonly top: number }): ReactElement | null => {
  const upload = useUpload(id)
  return upload === undefined ? null : <Row top={top} upload={upload} />
}

const Row = ({ top, upload }: { readonly upload: UploadSnapshot; readonly top: number }): ReactElement => {
  const language = useUploadLanguage()
  const { status, waiting } = upload
  const now = useNow(waiting?.until !== undefined)
  const shown = shownOf(upload, language, now)
  const key = waiting === undefined ? status._tag : `${status._tag} ${waiting.reason} ${Math.ceil(now / 1000)}`
  const text = useThrottled(shown.text, 500, key)
  const left = useThrottled(shown.left, 2000, key)
  return (
    <TransferRow
      {...shown}
      actions={<RowActions upload={upload} />}
      left={left}
      name={upload.name}
      text={text}
      top={top}
    />
  )
}
