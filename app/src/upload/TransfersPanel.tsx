import { useDrive, useUploadActions } from "effect-drive/react"
import { ChevronDown, Pause, Play, RotateCcw, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { DownloadRow } from "../download/DownloadRow.js"
import { useDownloadViews } from "../download/useDownloadViews.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { IconButton } from "../parts/IconButton.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { ProgressBar } from "../parts/ProgressBar.js"
import type { TabEntry } from "../parts/Tabs.js"
import { readBoard, useBoard } from "./board.js"
import { focusPanel } from "./focusPanel.js"
import { incomingFolders } from "./incoming.js"
import { useCutFolders } from "./interruptedFolders.js"
import { useOtherTabs } from "./otherTabs.js"
import type { PanelState, PanelTab } from "./panelState.js"
import { setPanel, usePanel } from "./panelState.js"
import { useWaitingForPermission } from "./resumeUploads.js"
import { standingPanel } from "./standingPanel.js"
import { isOver, useDownloadHead, useTaskHead, useUploadHead } from "./TransferHead.js"
import type { TransferLine } from "./TransferLines.js"
import { TransferLines } from "./TransferLines.js"
import { TransfersFoot } from "./TransfersFoot.js"
import styles from "./TransfersPanel.module.css"
import { TransfersPill } from "./TransfersPill.js"
import { usePauseAll } from "./usePauseAll.js"
import { useTaskLines } from "./useTaskLines.js"
import { useUploadLanguage } from "./useUploadLanguage.js"
import { useUploadLines } from "./useUploadLines.js"

const Tabs = loadedLater(async () => (await import("../parts/Tabs.js")).Tabs)
const DropAgain = loadedLater(async () => (await import("./DropAgain.js")).DropAgain)
const AskAgain = loadedLater(async () => (await import("./AskAgain.js")).AskAgain)
const PickAgain = loadedLater(async () => (await import("./PickAgain.js")).PickAgain)
const StopQuestion = loadedLater(async () => (await import("./StopQuestion.js")).StopQuestion)

/** After a clean end the panel goes by itself. */
const closesAfter = 5_000

/** By a button that goes with it. */
const show = (state: PanelState): void => {
  setPanel(state)
  focusPanel()
}

/** What is on its way: a sentence about all of it, and a row for each. */
export const TransfersPanel = (): ReactElement | null => {
  const { format, t } = useUploadLanguage()
  const drive = useDrive()
  const openDialog = useOpenDialog()
  const actions = useUploadActions()
  const { state, tab: wanted } = usePanel()
  const board = useBoard()
  const asking = useWaitingForPermission(drive)
  const downloads = useDownloadViews()
  const tasks = useTaskLines(downloads)
  const others = useOtherTabs()
  const cut = useCutFolders()
  const uploadHead = useUploadHead(board)
  const downloadHead = useDownloadHead(downloads)
  const taskHead = useTaskHead(tasks)
  const uploadLines = useUploadLines(board)
  const [isHeld, setHeld] = useState(false)

  const openDownloads = downloads.filter((download) => !isOver(download)).length
  const failedDownloads = downloads.filter(({ status }) => status === "error").length
  const hasUploads = uploadLines.length > 0
  const hasTasks = tasks.lines.length > 0
  const hasTabs = downloads.length > 0 || hasTasks
  const there: ReadonlyArray<PanelTab> = [
    ...(hasUploads || cut.length > 0 || !hasTabs ? ["uploads" as const] : []),
    ...(downloads.length > 0 ? ["downloads" as const] : []),
    ...(hasTasks ? ["tasks" as const] : [])
  ]
  const tab = there.includes(wanted) ? wanted : there[0] ?? "uploads"
  const pausing = usePauseAll(tab, board, downloads)

  const clear = () => {
    void actions.clearDone()
    for (const { handle, held, id } of incomingFolders.read()) {
      const { status } = handle.snapshot()
      if (held.length === 0 && status !== "running" && status !== "stopped") incomingFolders.remove(id)
    }
    for (const id of drive.downloads.list()) {
      const status = drive.downloads.snapshot(id)?.status
      if (status === "success" || status === "cancelled") void drive.downloads.remove(id)
    }
    tasks.clear()
  }
  const latestClear = useRef(clear)
  useEffect(() => {
    latestClear.current = clear
  })
  const isClean = board.unfinished === 0 && board.failed === 0 && openDownloads === 0 && failedDownloads === 0 &&
    tasks.open === 0 && tasks.failed === 0 && cut.length === 0 && (board.succeeded > 0 || hasTabs)
  useEffect(() => {
    if (!isClean || isHeld || state === "closed") return
    const timer = setTimeout(() => {
      latestClear.current()
      setPanel("closed", "uploads")
    }, closesAfter)
    return () => clearTimeout(timer)
  }, [isClean, isHeld, state])

  if (state === "closed") return null
  const close = () => {
    clear()
    show("closed")
  }
  const stopAndClose = () => {
    // what was cancelled a moment ago is on the board that is shown
    const { unfinished } = readBoard(drive)
    if (unfinished === 0) return close()
    openDialog((shut) => (
      <StopQuestion
        count={unfinished}
        onClose={shut}
        onStop={() =>
          void actions.cancelAll().then(() => {
            for (const { id } of incomingFolders.read()) incomingFolders.remove(id)
            close()
          })}
      />
    ))
  }
  const head = { uploads: hasUploads ? uploadHead : undefined, downloads: downloadHead, tasks: taskHead }[tab]
  if (state === "folded") {
    return (
      <TransfersPill
        hasFailed={board.failed + failedDownloads > 0}
        head={head}
        onClose={stopAndClose}
        onOpen={() => show("open")}
        openDownloads={openDownloads}
        openUploads={board.unfinished}
      />
    )
  }

  const asked = tab === "uploads" ? cut : []
  const lines = tab === "uploads"
    ? uploadLines
    : tab === "downloads"
    ? downloads.map(({ id }): TransferLine => ({ key: id, draw: (top) => <DownloadRow id={id} key={id} top={top} /> }))
    : tasks.lines
  const body = (
    <>
      {head === undefined || (tab === "tasks" && tasks.open === 0)
        ? null
        : <ProgressBar label={head.title} movement={head.movement} percent={head.percent} />}
      {lines.length === 0 && asked.length > 0 ? null : lines.length === 0
        ? (
          <p className={styles.none}>
            {tab === "uploads" ? t.upload.none : tab === "downloads" ? t.download.none : t.download.tasks.none}
          </p>
        )
        : <TransferLines key={tab} lines={lines} />}
    </>
  )
  const entry = (id: PanelTab, label: string, open: number, failed: number, words: string): TabEntry => ({
    id,
    label,
    count: open === 0 ? undefined : format.count(open),
    failed: failed > 0 && id !== tab ? words : undefined,
    panel: id === tab ? body : null
  })
  const entries: Readonly<Record<PanelTab, TabEntry>> = {
    uploads: entry("uploads", t.upload.tab, board.unfinished, board.failed, t.upload.failed(board.failed)),
    downloads: entry(
      "downloads",
      t.download.tab,
      openDownloads,
      failedDownloads,
      t.download.failed(failedDownloads)
    ),
    tasks: entry("tasks", t.download.tasksTab, tasks.open, tasks.failed, t.download.failed(tasks.failed))
  }
  return (
    <section
      aria-label={t.shell.transfers}
      className={styles.panel}
      data-region="panel"
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
      onFocus={() => setHeld(true)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
      ref={standingPanel}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{head?.title ?? t.shell.transfers}</h2>
          <p className={styles.sub}>
            {head?.facts}
            {head?.failed === undefined ? null : (
              <>
                {head.facts === "" ? "" : " · "}
                <b>{head.failed}</b>
              </>
            )}
          </p>
        </div>
        {tab === "uploads" && board.failed > 1
          ? (
            <IconButton
              ground="raised"
              icon={RotateCcw}
              label={t.upload.retryAllOf(board.failed)}
              onPress={() => void actions.retryFailed()}
            />
          )
          : null}
        {pausing === undefined ? null : (
          <IconButton
            filled
            ground="raised"
            icon={pausing.resumes ? Play : Pause}
            label={pausing.resumes ? t.upload.actions.resumeAll : t.upload.actions.pauseAll}
            onPress={pausing.run}
          />
        )}
        <IconButton
          ground="raised"
          icon={ChevronDown}
          label={t.upload.actions.fold}
          onPress={() => show("folded")}
        />
        <IconButton ground="raised" icon={X} label={t.parts.close} onPress={stopAndClose} />
      </div>
      {there.length > 1
        ? (
          <Part waiting={body}>
            <Tabs
              label={t.shell.transfers}
              onSelect={(id) =>
                setPanel("open", id === "tasks" ? "tasks" : id === "downloads" ? "downloads" : "uploads")}
              selected={tab}
              tabs={there.map((id) => entries[id])}
            />
          </Part>
        )
        : body}
      {asked.length === 0 ? null : (
        <Part>
          <DropAgain folders={asked} />
        </Part>
      )}
      {tab === "uploads" && asking > 0
        ? (
          <Part>
            <AskAgain count={asking} />
          </Part>
        )
        : null}
      {tab === "uploads" && board.needsFile > 1
        ? (
          <Part>
            <PickAgain count={board.needsFile} />
          </Part>
        )
        : null}
      <TransfersFoot others={others} tab={tab} />
    </section>
  )
}
