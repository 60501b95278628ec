import type { DownloadSnapshot } from "effect-drive/promise"
import { useLanguage } from "../language/Language.js"
import type { TransferHead } from "./TransferHead.js"

export const isOver = ({ status }: DownloadSnapshot): boolean =>
  status === "success" || status === "error" || status === "cancelled"

export const useDownloadHead = (downloads: ReadonlyArray<DownloadSnapshot>): TransferHead => {
  const { format, t } = useLanguage()
  const words = t.download
  const counted = downloads.filter(({ status }) => status !== "cancelled")
  const open = counted.filter((download) => !isOver(download))
  const failed = counted.filter(({ status }) => status === "error").length
  const saved = counted.length - open.length - failed
  const speed = open.reduce((sum, download) => sum + download.speed, 0)
  const eta = Math.max(0, ...open.map((download) => download.eta ?? 0))
  const isKnown = counted.every(({ size }) => size !== undefined)
  const size = counted.reduce((sum, download) => sum + (download.size ?? 0), 0)
  const received = counted.reduce(
    (sum, download) => sum + (download.status === "success" ? download.size ?? 0 : download.received),
    0
  )
  const title = open.length > 0
    ? words.head(Math.min(counted.length, saved + failed + 1), counted.length)
    : failed > 0
    ? words.headFailed(saved, failed)
    : words.headDone(saved)
  return {
    title,
    facts: [eta > 0 ? words.remaining(eta) : undefined, speed > 0 ? format.speed(speed) : undefined]
      .filter((fact) => fact !== undefined).join(" · "),
    failed: open.length > 0 && failed > 0 ? words.failed(failed) : undefined,
    percent: open.length === 0 ? 100 : isKnown && size > 0 ? (received / size) * 100 : undefined
  }
}
