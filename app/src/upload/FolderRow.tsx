import { useDrive } from "effect-drive/react"
import { Check, CircleAlert, Pause, Play, X } from "lucide-react"
import type { ReactElement } from "react"
import { useOpenDialog } from "../parts/Dialogs.js"
import { IconButton } from "../parts/IconButton.js"
import { problemOf } from "../shell/problemOf.js"
import { useBoardFolder } from "./board.js"
import type { IncomingFolder } from "./incoming.js"
import { incomingFolders } from "./incoming.js"
import { openConflicts } from "./openConflicts.js"
import { pausedUploads } from "./pausedUploads.js"
import { rowButton } from "./rowButton.js"
import type { Shown } from "./TransferRow.js"
import { shareOf, TransferRow } from "./TransferRow.js"
import { useThrottled } from "./useThrottled.js"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** A whole folder on its way: its larger files have rows of their own while they move. */
export const FolderRow = (
  { folder, top }: { readonly folder: IncomingFolder; readonly top: number }
): ReactElement | null => {
  const { t } = useUploadLanguage()
  const drive = useDrive()
  const openDialog = useOpenDialog()
  const snapshot = useBoardFolder(folder.id)
  const words = t.upload.folder
  const { actions } = t.upload
  const held = folder.held.length
  const shown = ((): Shown => {
    if (snapshot === undefined) return { text: t.upload.status.queued }
    const { bytes, error, failed, files, reading, skipped, status, succeeded } = snapshot
    const all = files - skipped
    const percent = reading ? undefined : shareOf(bytes.committed, bytes.total)
    if (status === "error" && error !== undefined) {
      const { details, text } = problemOf(error, t)
      return { text, details, icon: CircleAlert, tone: "danger" }
    }
    if (status === "cancelled") return { text: t.upload.status.cancelled }
    if (status === "stopped") {
      return { text: words.paused(succeeded, all), bar: { percent: percent ?? 0, movement: "still" } }
    }
    if (status === "running") {
      return {
        text: reading ? words.reading(succeeded, all) : words.moving(succeeded, all),
        bar: { percent, movement: "moving" }
      }
    }
    if (held > 0) return { text: words.held(held), icon: CircleAlert, tone: "warning" }
    if (failed > 0) return { text: t.upload.headFailed(succeeded, failed), icon: CircleAlert, tone: "danger" }
    return { text: t.upload.headDone(succeeded), icon: Check, tone: "success" }
  })()
  const text = useThrottled(shown.text, 500, `${snapshot?.status} ${held}`)
  if (snapshot === undefined) return null
  const { handle, id, name } = folder
  const { status } = snapshot
  const button = rowButton(t, name)
  const isPaused = status === "stopped"
  const pause = () => void handle.stop().then(() => pausedUploads.addStopped(drive))
  const resume = () => void handle.resume().then(() => pausedUploads.removeRunning(drive))
  const buttons = status === "running" || isPaused
    ? (
      <>
        <IconButton
          filled
          ground="raised"
          icon={isPaused ? Play : Pause}
          label={t.parts.labelled(isPaused ? actions.resume : actions.pause, name)}
          onPress={isPaused ? resume : pause}
        />
        <IconButton
          ground="raised"
          icon={X}
          label={t.parts.labelled(actions.cancel, name)}
          onPress={() => void handle.cancel()}
        />
      </>
    )
    : held > 0
    ? button(actions.choose, () => openConflicts(drive, openDialog), "tint")
    : button(actions.remove, () => incomingFolders.remove(id))
  return <TransferRow {...shown} actions={buttons} isFolder name={name} text={text} top={top} />
}
