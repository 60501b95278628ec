import type { DownloadSnapshot } from "effect-drive/promise"
import { useDownload, useDrive, useSpaces } from "effect-drive/react"
import { Check, CircleAlert, Gauge, Pause, Play, ShieldCheck, WifiOff, X } from "lucide-react"
import type { ReactElement } from "react"
import { IconButton } from "../parts/IconButton.js"
import { SpaceBadge } from "../parts/SpaceBadge.js"
import { problemOf } from "../shell/problemOf.js"
import { spaceName, useSpace } from "../shell/Spaces.js"
import { rowButton } from "../upload/rowButton.js"
import type { Shown } from "../upload/TransferRow.js"
import { shareOf, TransferRow } from "../upload/TransferRow.js"
import { useThrottled } from "../upload/useThrottled.js"
import { isRefused } from "./isRefused.js"
import { isArchive } from "./startDownload.js"
import type { DownloadFace } from "./useDownloadLanguage.js"
import { useDownloadLanguage } from "./useDownloadLanguage.js"

/** `pace`: the space sets the speed, bytes per second. */
const shownOf = (download: DownloadSnapshot, pace: number | undefined, { format, t }: DownloadFace): Shown => {
  const { error, eta, received, result, size, speed, status } = download
  const words = t.download.status
  const still = { percent: shareOf(received, size) ?? 0, movement: "still" as const }
  const left = eta === undefined ? undefined : t.download.remaining(eta)
  switch (status) {
    case "waiting":
      return { text: words.queued }
    case "running":
      if (isArchive(download.id) && received === 0) {
        return { text: words.archive, bar: { percent: undefined, movement: "checking" } }
      }
      if (pace !== undefined && received > 0) {
        return {
          text: words.throttled(pace),
          icon: Gauge,
          left,
          bar: { percent: shareOf(received, size), movement: "moving" }
        }
      }
      return {
        text: size === undefined ? words.received(received) : words.downloading(received, size, speed),
        left,
        bar: { percent: shareOf(received, size), movement: "moving" }
      }
    case "verifying":
      return { text: words.saving, bar: { percent: undefined, movement: "sweep" } }
    case "stopped":
      return { text: words.paused(received, size ?? received), bar: still }
    case "offline":
      return { text: words.offline, icon: WifiOff, tone: "warning", bar: still }
    case "signedOut":
      return { text: words.signedOut, icon: Pause, tone: "warning", bar: still }
    case "cancelled":
      return { text: words.cancelled }
    case "error": {
      const { details, text } = problemOf(error, t)
      const isLine = error?._tag === "TransportError" && received > 0
      return {
        text: isLine ? words.broke(received) : isRefused(error) ? t.download.noRight : text,
        details,
        icon: CircleAlert,
        tone: "danger"
      }
    }
    case "success": {
      // the browser tells pages nothing of what becomes of it
      if (result?.via === "link") return { text: words.handed, icon: Check, tone: "success" }
      const isCompared = result?.verified === "sha1" || result?.verified === "crc64"
      return {
        text: isCompared ? words.verified : words.saved,
        left: result === undefined || result.size === 0 ? undefined : format.bytes(result.size),
        icon: isCompared ? ShieldCheck : Check,
        tone: "success"
      }
    }
  }
}

export const DownloadRow = ({ id, top }: { readonly id: string; readonly top: number }): ReactElement | null => {
  const download = useDownload(id)
  return download === undefined ? null : <Row download={download} top={top} />
}

const Row = ({ download, top }: { readonly download: DownloadSnapshot; readonly top: number }): ReactElement => {
  const language = useDownloadLanguage()
  const drive = useDrive()
  const { t } = language
  const here = useSpace()
  const { spaces } = useSpaces()
  const { id, name, spaceId, status } = download
  const isOther = spaceId !== undefined && spaceId !== here.spaceId
  const shown = shownOf(download, isOther ? undefined : here.downloadSpeed, language)
  const text = useThrottled(shown.text, 500, status)
  const left = useThrottled(shown.left, 2000, status)
  const handle = drive.downloads.get(id)
  const words = t.download
  const cancel = (
    <IconButton
      ground="raised"
      icon={X}
      label={t.parts.labelled(words.cancel, name)}
      onPress={() => void handle?.cancel()}
    />
  )
  const button = rowButton(t, name)
  const resume = () => void handle?.resume()
  // what will fail again in the same way is only cleared away
  const remedy = status === "error" ? problemOf(download.error, t).remedy : "none"
  const isPaused = status === "stopped"
  const actions = status === "running" || isPaused
    ? (
      <>
        <IconButton
          filled
          ground="raised"
          icon={isPaused ? Play : Pause}
          label={t.parts.labelled(isPaused ? words.resume : words.pause, name)}
          onPress={isPaused ? resume : () => void handle?.stop()}
        />
        {cancel}
      </>
    )
    : status === "error"
    ? remedy === "reload"
      ? button(words.remove, () => void drive.downloads.remove(id))
      : button(t.parts.retry, resume)
    : status === "success" || status === "cancelled"
    ? null
    : cancel
  const other = isOther ? spaces.find((space) => space.spaceId === spaceId) : undefined
  return (
    <TransferRow
      {...shown}
      actions={actions}
      badge={other === undefined
        ? undefined
        : <SpaceBadge name={spaceName(other)} size="small" spaceId={other.spaceId} />}
      left={left}
      name={name}
      text={text}
      top={top}
    />
  )
}
