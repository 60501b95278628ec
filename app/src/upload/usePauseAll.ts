import type { DownloadSnapshot } from "effect-drive/promise"
import { useDrive, useUploadActions } from "effect-drive/react"
import type { Board } from "./board.js"
import type { PanelTab } from "./panelState.js"
import { pausedUploads } from "./pausedUploads.js"

export interface PauseAll {
  /** Whether the button would go on with what is paused. */
  readonly resumes: boolean
  readonly run: () => void
}

/** Pauses all of a tab, or goes on with all of it; `undefined` where nothing can be paused. */
export const usePauseAll = (
  tab: PanelTab,
  board: Board,
  downloads: ReadonlyArray<DownloadSnapshot>
): PauseAll | undefined => {
  const drive = useDrive()
  const actions = useUploadActions()
  if (tab === "tasks") return undefined
  if (tab === "uploads") {
    if (board.underWay + board.paused === 0) return undefined
    const resumes = board.paused > 0 && board.underWay === 0
    return {
      resumes,
      run: () => {
        if (resumes) pausedUploads.removeAll(drive)
        else pausedUploads.addAll(drive)
        void (resumes ? actions.resumeAll() : actions.pauseAll())
      }
    }
  }
  const running = downloads.filter(({ status }) => status === "running" || status === "waiting")
  const stopped = downloads.filter(({ status }) => status === "stopped")
  if (running.length + stopped.length === 0) return undefined
  const resumes = running.length === 0
  return {
    resumes,
    run: () => {
      for (const { id } of resumes ? stopped : running) {
        const handle = drive.downloads.get(id)
        void (resumes ? handle?.resume() : handle?.stop())
      }
    }
  }
}
