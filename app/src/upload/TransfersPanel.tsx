import type { DownloadSnapshot } from "effect-drive/promise"
import type { TaskView } from "effect-drive/react"
import { useDrive, useTasks, useUploadActions } from "effect-drive/react"
import { AppWindow, ChevronDown, ChevronUp, Gauge, Info, Pause, Play, RotateCcw, X } from "lucide-react"
import type { ReactElement } from "react"
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react"
import { DownloadRow } from "../download/DownloadRow.js"
import { TaskRow } from "../download/TaskRow.js"
import { useDownloadViews } from "../download/useDownloadViews.js"
import { useLanguage } from "../language/Language.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { ProgressBar, Ring } from "../parts/ProgressBar.js"
import type { TabEntry } from "../parts/Tabs.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { driveTasks, useDriveTasks } from "../shell/driveTasks.js"
import { spaceName, useSpace } from "../shell/Spaces.js"
import { useBoard } from "./board.js"
import { focusPanel } from "./focusPanel.js"
import { incomingFolders } from "./incoming.js"
import { useCutFolders } from "./interruptedFolders.js"
import { useOtherTabs } from "./otherTabs.js"
import type { PanelState, PanelTab } from "./panelState.js"
import { setPanel, usePanel } from "./panelState.js"
import { pausedUploads } from "./pausedUploads.js"
import { useWaitingForPermission } from "./resumeUploads.js"
import { isOver, useDownloadHead, useUploadHead } from "./TransferHead.js"
import type { TransferLine } from "./TransferLines.js"
import { TransferLines } from "./TransferLines.js"
import styles from "./TransfersPanel.module.css"
import { useUploadLines } from "./useUploadLines.js"

const Tabs = lazy(async () => ({ default: (await import("../parts/Tabs.js")).Tabs }))
const DropAgain = lazy(async () => ({ default: (await import("./DropAgain.js")).DropAgain }))
const AskAgain = lazy(async () => ({ default: (await import("./AskAgain.js")).AskAgain }))
const PickAgain = lazy(async () => ({ default: (await import("./PickAgain.js")).PickAgain }))
const StopQuestion = lazy(async () => ({ default: (await import("./StopQuestion.js")).StopQuestion }))

/** After a clean end the panel goes by itself. */
const closesAfter = 5_000

/** By a button that goes with it. */
const show = (state: PanelState): void => {
  setPanel(state)
  focusPanel()
}

const taskLine = ({ isFolder, kind, name, taskId }: DriveTask, end: TaskView["end"]): TransferLine => ({
  key: taskId,
  draw: (top) => (
    <TaskRow
      end={end}
      isFolder={isFolder}
      key={taskId}
      kind={kind}
      name={name}
      onLeave={() => driveTasks.remove(new Set([taskId]))}
      top={top}
    />
  )
})

/** An archive is a task until it is packed, and a download from then on. */
const isPacking = ({ archiveTaskId, status }: DownloadSnapshot): boolean =>
  archiveTaskId !== undefined && status !== "cancelled"

/** What is on its way: a sentence about all of it, and a row for each. */
export const TransfersPanel = (): ReactElement | null => {
  const { format, t } = useLanguage()
  const drive = useDrive()
  const space = useSpace()
  const openDialog = useOpenDialog()
  const actions = useUploadActions()
  const { state, tab: wanted } = usePanel()
  const board = useBoard()
  const asking = useWaitingForPermission(drive)
  const downloads = useDownloadViews()
  const tasks = useDriveTasks()
  const ends = useTasks(tasks)
  const others = useOtherTabs()
  const cut = useCutFolders()
  const uploadHead = useUploadHead(board)
  const downloadHead = useDownloadHead(downloads)
  const uploadLines = useUploadLines(board)
  const [isHeld, setHeld] = useState(false)

  const openDownloads = downloads.filter((download) => !isOver(download)).length
  const failedDownloads = downloads.filter(({ status }) => status === "error").length
  const packing = downloads.filter(isPacking)
  const openTasks = tasks.filter((_, index) => ends[index]?.end === undefined).length +
    packing.filter(({ status }) => status !== "error").length
  const failedTasks = tasks.filter((_, index) => ends[index]?.end === "failed").length +
    packing.filter(({ status }) => status === "error").length
  const hasUploads = uploadLines.length > 0
  const hasTasks = tasks.length + packing.length > 0
  const hasTabs = downloads.length > 0 || hasTasks
  const there: ReadonlyArray<PanelTab> = [
    ...(hasUploads || cut.length > 0 || !hasTabs ? ["uploads" as const] : []),
    ...(downloads.length > 0 ? ["downloads" as const] : []),
    ...(hasTasks ? ["tasks" as const] : [])
  ]
  const tab = there.includes(wanted) ? wanted : there[0] ?? "uploads"

  const clear = useCallback(() => {
    void actions.clearDone()
    for (const { handle, held, id } of incomingFolders.read()) {
      const { status } = handle.snapshot()
      if (held.length === 0 && status !== "running" && status !== "stopped") incomingFolders.remove(id)
    }
    for (const id of drive.downloads.list()) {
      const status = drive.downloads.snapshot(id)?.status
      if (status === "success" || status === "cancelled") void drive.downloads.remove(id)
    }
    driveTasks.remove(new Set(tasks.filter((_, index) => ends[index]?.end === "succeeded").map(({ taskId }) => taskId)))
  }, [actions, drive, ends, tasks])
  const latestClear = useRef(clear)
  useEffect(() => {
    latestClear.current = clear
  })
  const asked = tab === "uploads" ? cut : []
  const isClean = board.unfinished === 0 && board.failed === 0 && openDownloads === 0 && failedDownloads === 0 &&
    openTasks === 0 && failedTasks === 0 && cut.length === 0 &&
    (board.succeeded > 0 || downloads.length > 0 || tasks.length > 0)
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
    if (board.unfinished === 0) return close()
    openDialog((shut) => (
      <StopQuestion
        count={board.unfinished}
        onClose={shut}
        onStop={() =>
          void actions.cancelAll().then(() => {
            for (const { id } of incomingFolders.read()) incomingFolders.remove(id)
            close()
          })}
      />
    ))
  }
  const head = tab === "uploads"
    ? hasUploads ? uploadHead : undefined
    : tab === "downloads"
    ? downloadHead
    : {
      title: openTasks > 0 ? t.download.tasks.head(openTasks) : t.download.tasks.headDone,
      facts: "",
      failed: failedTasks > 0 ? t.download.failed(failedTasks) : undefined,
      percent: undefined,
      movement: "moving" as const
    }
  if (state === "folded") {
    const many = board.unfinished > 0 && openDownloads > 0
    return (
      <section aria-label={t.shell.transfers} className={styles.pill} data-folded data-region="panel">
        <Ring failed={board.failed + failedDownloads > 0} percent={head?.percent ?? 0} />
        <button
          onClick={() => show("open")}
          type="button"
        >
          <span className={styles.title}>
            {many ? t.upload.pill(board.unfinished, openDownloads) : head?.title ?? t.shell.transfers}
          </span>
          <span className={styles.sub}>{head?.facts}</span>
        </button>
        <IconButton ground="raised" icon={ChevronUp} label={t.upload.actions.unfold} onPress={() => show("open")} />
        <IconButton ground="raised" icon={X} label={t.parts.close} onPress={stopAndClose} />
      </section>
    )
  }

  const isPaused = board.paused > 0 && board.underWay === 0
  const runningDownloads = downloads.filter(({ status }) => status === "running" || status === "waiting")
  const stoppedDownloads = downloads.filter(({ status }) => status === "stopped")
  const canPause = tab === "uploads" ? board.underWay + board.paused > 0 : tab === "downloads" &&
    runningDownloads.length + stoppedDownloads.length > 0
  const resumes = tab === "uploads" ? isPaused : runningDownloads.length === 0
  const pauseAll = () => {
    if (tab === "uploads") {
      if (isPaused) pausedUploads.removeAll(drive)
      else pausedUploads.addAll(drive)
      return void (isPaused ? actions.resumeAll() : actions.pauseAll())
    }
    for (const { id } of resumes ? stoppedDownloads : runningDownloads) {
      const handle = drive.downloads.get(id)
      void (resumes ? handle?.resume() : handle?.stop())
    }
  }
  const archiveLine = ({ id, name, status }: DownloadSnapshot): TransferLine => ({
    key: id,
    draw: (top) => (
      <TaskRow
        end={status === "error" ? "failed" : undefined}
        isFolder={false}
        key={id}
        kind="archive"
        name={name}
        onLeave={() => void (status === "error" ? drive.downloads.remove(id) : drive.downloads.get(id)?.cancel())}
        top={top}
      />
    )
  })
  const lines = tab === "uploads"
    ? uploadLines
    : tab === "downloads"
    ? downloads.map(({ id }): TransferLine => ({ key: id, draw: (top) => <DownloadRow id={id} key={id} top={top} /> }))
    : [...packing.map(archiveLine), ...tasks.map((task, index) => taskLine(task, ends[index]?.end))]
  const foot = tab === "tasks"
    ? { icon: Info, text: t.download.tasks.foot }
    : tab === "downloads"
    ? space.downloadSpeed === undefined
      ? undefined
      : {
        icon: Gauge,
        text: t.download.throttledSpace(spaceName({ name: space.name, spaceId: space.spaceId }), space.downloadSpeed)
      }
    : others === undefined
    ? undefined
    : { icon: AppWindow, text: t.upload.otherTab(others.count, others.percent) }
  const body = (
    <>
      {head === undefined || (tab === "tasks" && openTasks === 0)
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
  return (
    <section
      aria-label={t.shell.transfers}
      className={styles.panel}
      data-region="panel"
      onBlur={(event) => setHeld(event.currentTarget.contains(event.relatedTarget))}
      onFocus={() => setHeld(true)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={(event) => setHeld(event.currentTarget.contains(document.activeElement))}
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
        {canPause
          ? (
            <IconButton
              filled
              ground="raised"
              icon={resumes ? Play : Pause}
              label={resumes ? t.upload.actions.resumeAll : t.upload.actions.pauseAll}
              onPress={pauseAll}
            />
          )
          : null}
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
          <Suspense fallback={body}>
            <Tabs
              label={t.shell.transfers}
              onSelect={(id) =>
                setPanel("open", id === "tasks" ? "tasks" : id === "downloads" ? "downloads" : "uploads")}
              selected={tab}
              tabs={[
                ...(there.includes("uploads")
                  ? [entry("uploads", t.upload.tab, board.unfinished, board.failed, t.upload.failed(board.failed))]
                  : []),
                ...(downloads.length > 0
                  ? [
                    entry(
                      "downloads",
                      t.download.tab,
                      openDownloads,
                      failedDownloads,
                      t.download.failed(failedDownloads)
                    )
                  ]
                  : []),
                ...(hasTasks
                  ? [entry("tasks", t.download.tasksTab, openTasks, failedTasks, t.download.failed(failedTasks))]
                  : [])
              ]}
            />
          </Suspense>
        )
        : body}
      {asked.length === 0 ? null : (
        <Suspense fallback={null}>
          <DropAgain folders={asked} />
        </Suspense>
      )}
      {tab === "uploads" && asking > 0
        ? (
          <Suspense fallback={null}>
            <AskAgain count={asking} />
          </Suspense>
        )
        : null}
      {tab === "uploads" && board.needsFile > 1
        ? (
          <Suspense fallback={null}>
            <PickAgain count={board.needsFile} />
          </Suspense>
        )
        : null}
      {foot === undefined ? null : (
        <p className={styles.foot}>
          <Icon of={foot.icon} size={14} />
          <span>{foot.text}</span>
        </p>
      )}
    </section>
  )
}
