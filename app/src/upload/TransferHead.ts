/** What the head of the panel says about all rows below it. */
import type { DownloadSnapshot } from "effect-drive/promise"
import { useLanguage } from "../language/Language.js"
import type { Movement } from "../parts/ProgressBar.js"
import type { Board } from "./board.js"
import { useThrottled } from "./useThrottled.js"

export interface TransferHead {
  readonly title: string
  readonly facts: string
  readonly failed: string | undefined
  /** `undefined` where nothing can be measured. */
  readonly percent: number | undefined
  readonly movement: Movement
}

/** Nothing arrived, and nothing is to come: the bar is no progress any more. */
const allFailed = (open: number, done: number, failed: number): boolean => open === 0 && done === 0 && failed > 0

export const useUploadHead = (board: Board): TransferHead => {
  const { format, t } = useLanguage()
  const { all, eta, failed, isReading, moving, paused, questions, sent, size, speed, succeeded, underWay } = board
  const { unfinished, waiting } = board
  const words = t.upload
  const isLost = allFailed(unfinished, succeeded, failed)
  // offline, those behind the ones that wait are queued for as long
  const isCutOff = waiting > 0 && moving === 0
  const title = unfinished > 0
    ? underWay === 0 && paused > 0
      ? words.headPaused(paused)
      : underWay === 0 && questions > 0
      ? words.announce.questions(questions)
      : isCutOff
      ? words.headWaiting(underWay)
      : words.head(Math.min(all, succeeded + failed + 1), all, isReading)
    : failed === 0
    ? words.headDone(succeeded)
    : words.headFailed(succeeded, failed)
  const isOpen = unfinished > 0
  // what is known of a folder that is still being read says nothing of the end
  const left = useThrottled(
    moving > 0 && !isReading && eta !== undefined ? words.remaining(eta) : undefined,
    2000,
    title
  )
  const pace = useThrottled(moving > 0 && speed > 0 ? format.speed(speed) : undefined, 500, title)
  return {
    title,
    facts: [left, pace].filter((fact) => fact !== undefined).join(" · "),
    failed: isOpen && failed > 0 ? words.failed(failed) : undefined,
    // files without a byte have arrived all the same
    percent: isLost || (size === 0 && !isOpen && succeeded > 0) ? 100 : size === 0 ? 0 : (sent / size) * 100,
    movement: isLost ? "failed" : isOpen && (underWay === 0 || isCutOff) ? "still" : "moving"
  }
}

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
  const isLost = allFailed(open.length, saved, failed)
  const inTurn = open.filter(({ status }) => status === "offline" || status === "waiting")
  // offline, those behind the ones that wait for the network are queued for as long
  const isCutOff = inTurn.some(({ status }) => status === "offline") &&
    !open.some(({ status }) => status === "running" || status === "verifying")
  const title = isCutOff
    ? words.headWaiting(inTurn.length)
    : open.length > 0
    ? words.head(Math.min(counted.length, saved + failed + 1), counted.length)
    : failed === 0
    ? words.headDone(saved)
    : words.headFailed(saved, failed)
  return {
    title,
    facts: [eta > 0 ? words.remaining(eta) : undefined, speed > 0 ? format.speed(speed) : undefined]
      .filter((fact) => fact !== undefined).join(" · "),
    failed: open.length > 0 && failed > 0 ? words.failed(failed) : undefined,
    movement: isLost
      ? "failed"
      : isCutOff || (open.length > 0 && open.every(({ status }) => status === "stopped"))
      ? "still"
      : "moving",
    // nothing was saved of what was cancelled
    percent: open.length === 0
      ? saved + failed === 0 ? 0 : 100
      : isKnown && size > 0
      ? (received / size) * 100
      : undefined
  }
}

export const useTaskHead = (
  { failed, open }: { readonly open: number; readonly failed: number }
): TransferHead => {
  const words = useLanguage().t.download
  return {
    title: open > 0 ? words.tasks.head(open) : words.tasks.headDone,
    facts: "",
    failed: failed > 0 ? words.failed(failed) : undefined,
    percent: undefined,
    movement: "moving"
  }
}
