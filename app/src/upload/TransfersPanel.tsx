import { useVirtualizer } from "@tanstack/react-virtual"
import type { DownloadSnapshot } from "effect-drive/promise"
import type { TaskView } from "effect-drive/react"
import { useDrive, useTasks, useUploadActions } from "effect-drive/react"
import { AppWindow, Check, ChevronDown, ChevronUp, Gauge, Info, Pause, Play, RotateCcw, X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { DownloadRow } from "../download/DownloadRow.js"
import { TaskRow } from "../download/TaskRow.js"
import { useDownloadViews } from "../download/useDownloadViews.js"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { ProgressBar, Ring } from "../parts/ProgressBar.js"
import type { TabEntry } from "../parts/Tabs.js"
import { Tabs } from "../parts/Tabs.js"
import type { DriveTask } from "../shell/driveTasks.js"
import { driveTasks, useDriveTasks } from "../shell/driveTasks.js"
import { spaceName, useSpace } from "../shell/Spaces.js"
import type { Board } from "./board.js"
import { useBoard } from "./board.js"
import { FolderRow } from "./FolderRow.js"
import { incomingFolders } from "./incoming.js"
import { useOtherTabs } from "./otherTabs.js"
import type { PanelTab } from "./panelState.js"
import { setPanel, usePanel } from "./panelState.js"
import styles from "./TransfersPanel.module.css"
import { UploadRow } from "./UploadRow.js"
import { useCalm } from "./useCalm.js"

const rowHeight = 56
/** So many that are done stand as rows; more are one row that says how many. */
const doneShown = 20
/** After a clean end the panel goes by itself. */
const closesAfter = 5_000

interface Head {
  readonly title: string
  readonly facts: string
  readonly failed: string | undefined
  readonly percent: number | undefined
}

const useUploadHead = (board: Board): Head => {
  const { format, t } = useLanguage()
  const { all, eta, failed, paused, questions, sent, size, speed, succeeded, underWay, unfinished, waiting } = board
  const words = t.upload
  const title = unfinished > 0
    ? underWay === 0 && paused > 0
      ? words.headPaused(paused)
      : underWay === 0 && questions > 0
      ? words.announce.questions(questions)
      : waiting > 0 && waiting === underWay
      ? words.headWaiting(waiting)
      : words.head(Math.min(all, succeeded + failed + 1), all)
    : failed > 0
    ? words.headFailed(succeeded, failed)
    : words.headDone(succeeded)
  const isOpen = unfinished > 0
  const left = useCalm(isOpen && eta !== undefined ? words.remaining(eta) : undefined, 2000, title)
  const pace = useCalm(isOpen && speed > 0 ? format.speed(speed) : undefined, 500, title)
  return {
    title,
    facts: [left, pace].filter((fact) => fact !== undefined).join(" · "),
    failed: isOpen && failed > 0 ? words.failed(failed) : undefined,
    percent: size === 0 ? 0 : (sent / size) * 100
  }
}

const isOver = ({ status }: DownloadSnapshot): boolean =>
  status === "success" || status === "error" || status === "cancelled"

const useDownloadHead = (downloads: ReadonlyArray<DownloadSnapshot>): Head => {
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

type Line = { readonly key: string; readonly draw: (top: number) => ReactNode }

const Rows = ({ lines }: { readonly lines: ReadonlyArray<Line> }): ReactElement => {
  "use no memo"
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- all that reads it is in this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6
  })
  const { t } = useLanguage()
  return (
    <div aria-label={t.shell.transfers} className={styles.list} ref={scroller} role="group" tabIndex={0}>
      <ul className={styles.space} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => lines[index]?.draw(start))}
      </ul>
    </div>
  )
}

const useUploadLines = (board: Board): ReadonlyArray<Line> => {
  const { t } = useLanguage()
  const folders = useSyncExternalStore(incomingFolders.subscribe, incomingFolders.read)
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = board.done.length > doneShown
  const upload = (id: string): Line => ({ key: id, draw: (top) => <UploadRow id={id} key={id} top={top} /> })
  const fold: Line = {
    key: "done",
    draw: (top) => (
      <li className={styles.fold} key="done" style={{ transform: `translateY(${top}px)` }}>
        <button aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} type="button">
          <Icon of={Check} size={16} />
          <span>{t.upload.doneFold(board.done.length)}</span>
          <Icon of={isUnfolded ? ChevronUp : ChevronDown} size={16} />
        </button>
      </li>
    )
  }
  return [
    ...board.rows.map((row): Line => {
      if (row.kind === "upload") return upload(row.id)
      const folder = folders.find(({ id }) => id === row.id)
      return {
        key: row.id,
        draw: (top) => folder === undefined ? null : <FolderRow folder={folder} key={row.id} top={top} />
      }
    }),
    ...(isFolded ? [fold] : []),
    ...(isFolded && !isUnfolded ? [] : board.done.map(upload))
  ]
}

const CloseQuestion = (
  { count, onClose, onStop }: { readonly count: number; readonly onClose: () => void; readonly onStop: () => void }
): ReactElement => {
  const words = useLanguage().t.upload.close
  return (
    <Dialog
      alert
      foot={
        <>
          <Button
            onPress={() => {
              onClose()
              onStop()
            }}
            variant="danger"
          >
            {words.stop}
          </Button>
          <Button autoFocus onPress={onClose} variant="primary">{words.keep}</Button>
        </>
      }
      onClose={onClose}
      title={words.title}
    >
      {words.text(count)}
    </Dialog>
  )
}

const taskLine = (task: DriveTask, end: TaskView["end"]): Line => ({
  key: task.taskId,
  draw: (top) => <TaskRow end={end} key={task.taskId} task={task} top={top} />
})

/** What is on its way: a sentence about all of it, and a row for each. It opens when something is added. */
export const TransfersPanel = (): ReactElement | null => {
  const { format, t } = useLanguage()
  const drive = useDrive()
  const space = useSpace()
  const openDialog = useOpenDialog()
  const actions = useUploadActions()
  const { state, tab: wanted } = usePanel()
  const board = useBoard()
  const downloads = useDownloadViews()
  const tasks = useDriveTasks()
  const ends = useTasks(tasks.map(({ taskId }) => taskId))
  const others = useOtherTabs(board)
  const uploadHead = useUploadHead(board)
  const downloadHead = useDownloadHead(downloads)
  const uploadLines = useUploadLines(board)
  const [isHeld, setHeld] = useState(false)

  const openDownloads = downloads.filter((download) => !isOver(download)).length
  const failedDownloads = downloads.filter(({ status }) => status === "error").length
  const openTasks = tasks.filter((_, index) => ends[index]?.end === undefined).length
  const failedTasks = tasks.filter((_, index) => ends[index]?.end === "failed").length
  const hasUploads = uploadLines.length > 0
  const hasTabs = downloads.length > 0 || tasks.length > 0
  const there: ReadonlyArray<PanelTab> = [
    ...(hasUploads || !hasTabs ? ["uploads" as const] : []),
    ...(downloads.length > 0 ? ["downloads" as const] : []),
    ...(tasks.length > 0 ? ["tasks" as const] : [])
  ]
  const tab = there.includes(wanted) ? wanted : there[0] ?? "uploads"

  const added = board.all
  const before = useRef(added)
  useEffect(() => {
    if (added > before.current && state === "closed") setPanel("open", "uploads")
    before.current = added
  }, [added, state])

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
  const isClean = board.unfinished === 0 && board.failed === 0 && openDownloads === 0 && failedDownloads === 0 &&
    openTasks === 0 && failedTasks === 0 && (board.succeeded > 0 || downloads.length > 0 || tasks.length > 0)
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
    setPanel("closed")
  }
  const stopAndClose = () => {
    if (board.unfinished === 0) return close()
    openDialog((shut) => (
      <CloseQuestion
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
      percent: undefined
    }
  if (state === "folded") {
    const many = board.unfinished > 0 && openDownloads > 0
    return (
      <section aria-label={t.shell.transfers} className={styles.pill} data-region="panel">
        <Ring failed={board.failed + failedDownloads > 0} percent={head?.percent ?? 0} />
        <button
          onClick={() => setPanel("open")}
          type="button"
        >
          <span className={styles.title}>
            {many ? t.upload.pill(board.unfinished, openDownloads) : head?.title ?? t.shell.transfers}
          </span>
          <span className={styles.sub}>{head?.facts}</span>
        </button>
        <IconButton ground="raised" icon={ChevronUp} label={t.upload.actions.unfold} onPress={() => setPanel("open")} />
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
    if (tab === "uploads") return void (isPaused ? actions.resumeAll() : actions.pauseAll())
    for (const { id } of resumes ? stoppedDownloads : runningDownloads) {
      const handle = drive.downloads.get(id)
      void (resumes ? handle?.resume() : handle?.stop())
    }
  }
  const lines = tab === "uploads"
    ? uploadLines
    : tab === "downloads"
    ? downloads.map(({ id }): Line => ({ key: id, draw: (top) => <DownloadRow id={id} key={id} top={top} /> }))
    : tasks.map((task, index) => taskLine(task, ends[index]?.end))
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
        : <ProgressBar label={head.title} percent={head.percent} />}
      {lines.length === 0
        ? (
          <p className={styles.none}>
            {tab === "uploads" ? t.upload.none : tab === "downloads" ? t.download.none : t.download.tasks.none}
          </p>
        )
        : <Rows key={tab} lines={lines} />}
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
          onPress={() => setPanel("folded")}
        />
        <IconButton ground="raised" icon={X} label={t.parts.close} onPress={stopAndClose} />
      </div>
      {hasTabs
        ? (
          <Tabs
            label={t.shell.transfers}
            onSelect={(id) => setPanel("open", id === "tasks" ? "tasks" : id === "downloads" ? "downloads" : "uploads")}
            selected={tab}
            tabs={[
              ...(hasUploads
                ? [entry("uploads", t.upload.tab, board.unfinished, board.failed, t.upload.failed(board.failed))]
                : []),
              ...(downloads.length > 0
                ? [
                  entry("downloads", t.download.tab, openDownloads, failedDownloads, t.download.failed(failedDownloads))
                ]
                : []),
              ...(tasks.length > 0
                ? [entry("tasks", t.download.tasksTab, openTasks, failedTasks, t.download.failed(failedTasks))]
                : [])
            ]}
          />
        )
        : body}
      {foot === undefined ? null : (
        <p className={styles.foot}>
          <Icon of={foot.icon} size={14} />
          <span>{foot.text}</span>
        </p>
      )}
    </section>
  )
}
