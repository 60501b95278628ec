import { useLanguage } from "../language/Language.js"
import type { Board } from "./board.js"
import type { TransferHead } from "./TransferHead.js"
import { useCalm } from "./useCalm.js"

export const useUploadHead = (board: Board): TransferHead => {
  const { format, t } = useLanguage()
  const { all, eta, failed, isReading, moving, paused, questions, sent, size, speed, succeeded, underWay } = board
  const { unfinished, waiting } = board
  const words = t.upload
  const title = unfinished > 0
    ? underWay === 0 && paused > 0
      ? words.headPaused(paused)
      : underWay === 0 && questions > 0
      ? words.announce.questions(questions)
      : waiting > 0 && waiting === underWay
      ? words.headWaiting(waiting)
      : words.head(Math.min(all, succeeded + failed + 1), all, isReading)
    : failed > 0
    ? words.headFailed(succeeded, failed)
    : words.headDone(succeeded)
  const isOpen = unfinished > 0
  // what is known of a folder that is still being read says nothing of the end
  const left = useCalm(moving > 0 && !isReading && eta !== undefined ? words.remaining(eta) : undefined, 2000, title)
  const pace = useCalm(moving > 0 && speed > 0 ? format.speed(speed) : undefined, 500, title)
  return {
    title,
    facts: [left, pace].filter((fact) => fact !== undefined).join(" · "),
    failed: isOpen && failed > 0 ? words.failed(failed) : undefined,
    percent: size === 0 ? 0 : (sent / size) * 100
  }
}
