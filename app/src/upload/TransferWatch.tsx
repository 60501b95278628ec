import { isDriveError } from "effect-drive/promise"
import { useDrive, useSession } from "effect-drive/react"
import { useEffect, useRef } from "react"
import { useLanguage } from "../language/Language.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { readBoard, useBoard } from "./board.js"
import { useCutFolders } from "./interruptedFolders.js"
import { useTellOtherTabs } from "./otherTabs.js"
import { setPanel, usePanel } from "./panelState.js"
import { resumeUploads } from "./resumeUploads.js"

/** Says the start, the quarters and the end of a batch, and what fails; opens the panel; holds the page while bytes move. */
export const TransferWatch = (): null => {
  const { t } = useLanguage()
  const drive = useDrive()
  const announce = useAnnounce()
  const board = useBoard()
  const { all, arrived, failed, moving, questions, sent, size, succeeded, unfinished } = board
  const { status } = useSession()
  const isReady = status === "ready"
  useEffect(() => {
    if (!isReady) return
    resumeUploads(drive).catch((cause: unknown) => {
      // what could not be looked for is after the next sign-in
      if (!isDriveError(cause)) throw cause
    })
  }, [drive, isReady])
  useTellOtherTabs(board)

  const { state } = usePanel()
  const known = useRef(arrived)
  useEffect(() => {
    if (arrived > known.current && state === "closed") setPanel("open", "uploads")
    known.current = arrived
  }, [arrived, state])

  const isCut = useCutFolders().length > 0
  useEffect(() => {
    if (isCut) setPanel("open", "uploads")
  }, [isCut])

  const isMoving = moving > 0
  useEffect(() => {
    if (!isMoving) return
    const hold = (event: BeforeUnloadEvent) => {
      if (readBoard(drive).moving > 0) event.preventDefault()
    }
    window.addEventListener("beforeunload", hold)
    return () => window.removeEventListener("beforeunload", hold)
  }, [drive, isMoving])

  const before = useRef({ unfinished: 0, quarter: 0, failed: 0, questions: 0 })
  useEffect(() => {
    const last = before.current
    const words = t.upload.announce
    const quarter = size === 0 ? 0 : Math.floor((sent / size) * 4)
    const isFirst = last.unfinished === 0 && unfinished > 0
    if (isFirst) announce(words.started(all))
    else if (unfinished > 0 && quarter > last.quarter && quarter < 4) announce(words.quarter(quarter * 25))
    else if (last.unfinished > 0 && unfinished === 0) {
      announce(failed > 0 ? t.upload.headFailed(succeeded, failed) : t.upload.headDone(succeeded))
    }
    if (failed > last.failed) announce(words.failed(failed), "assertive")
    if (questions > last.questions) announce(words.questions(questions), "assertive")
    before.current = {
      unfinished,
      failed,
      questions,
      quarter: unfinished === 0 ? 0 : isFirst ? quarter : Math.max(last.quarter, quarter)
    }
  }, [all, announce, drive, failed, questions, sent, size, succeeded, t, unfinished])
  return null
}
