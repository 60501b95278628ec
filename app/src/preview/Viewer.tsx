import { useQuery } from "@tanstack/react-query"
import type { FileRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import { ArrowLeft, ChevronLeft, ChevronRight, PanelRight } from "lucide-react"
import type { ComponentType, ReactElement } from "react"
import { Suspense, useCallback, useEffect, useMemo, useState } from "react"
import { createPortal } from "react-dom"
import { Thumbnail } from "../files/Thumbnail.js"
import { ErrorBoundary } from "../parts/ErrorBoundary.js"
import { FileName } from "../parts/FileName.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { keysOf } from "../parts/keyNames.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { useMedia } from "../parts/useMedia.js"
import type { FileAction, ViewerProps } from "../shell/Feature.js"
import { useFeatures } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import { Failure } from "./Failure.js"
import { captionsBeside } from "./media/captionsBeside.js"
import { NoStage } from "./NoStage.js"
import { FilmStrip } from "./picture/FilmStrip.js"
import { driveSource } from "./PreviewSource.js"
import type { Facts, StageProps } from "./Stage.js"
import { noCaptions, noFacts } from "./Stage.js"
import type { StageKind } from "./stageKind.js"
import { stageKind } from "./stageKind.js"
import { useElementSize } from "./useElementSize.js"
import { usePreviewLanguage } from "./usePreviewLanguage.js"
import { useSwipe } from "./useSwipe.js"
import { useViewerKeys } from "./useViewerKeys.js"
import styles from "./Viewer.module.css"
import { Waiting } from "./Waiting.js"

/** While the viewer covers the page, keyboards and screen readers reach it and the transfers, and nothing behind it. */
const useInertBackground = (viewer: HTMLElement | null): void =>
  useEffect(() => {
    if (viewer === null) return
    const behind = [...viewer.parentElement?.children ?? []].filter((element): element is HTMLElement =>
      element instanceof HTMLElement && element !== viewer && element.dataset["region"] !== "panel" && !element.inert
    )
    for (const element of behind) element.inert = true
    return () => {
      for (const element of behind) element.inert = false
    }
  }, [viewer])

const DetailsPanel = loadedLater(async () => (await import("../files/DetailsPanel.js")).DetailsPanel)
const TextStage = loadedLater(async () => (await import("./text/TextStage.js")).TextStage)

const stages: Readonly<Record<Exclude<StageKind, "empty" | "none">, ComponentType<StageProps>>> = {
  picture: loadedLater(async () => (await import("./picture/PictureStage.js")).PictureStage),
  drawing: loadedLater(async () => (await import("./picture/PictureStage.js")).DrawingStage),
  video: loadedLater(async () => (await import("./media/MediaStage.js")).VideoStage),
  audio: loadedLater(async () => (await import("./media/MediaStage.js")).AudioStage),
  pdf: loadedLater(async () => (await import("./pdf/PdfStage.js")).PdfStage),
  markdown: TextStage,
  text: TextStage
}

/** What stands in the bar for every file, in this order. */
const barActions = ["download", "share", "recycle"]

const keptDetails = "drive.preview.details"

interface Details {
  readonly isOpen: boolean
  /** There is room for both, and otherwise they lie over the file. */
  readonly isBeside: boolean
  readonly set: (isOpen: boolean) => void
}

const useDetails = (): Details => {
  const isBeside = useMedia("(width >= 1440px)")
  const [chosen, choose] = useState(() => localStorage.getItem(keptDetails))
  const set = (isOpen: boolean) => {
    localStorage.setItem(keptDetails, isOpen ? "open" : "closed")
    choose(isOpen ? "open" : "closed")
  }
  // over the stage it is opened for one file, not for good
  return isBeside
    ? { isOpen: chosen !== "closed", isBeside, set }
    : { isOpen: chosen === "now", isBeside, set: (isOpen) => choose(isOpen ? "now" : null) }
}

/** Of two clicks that are one double click, in milliseconds. */
const betweenClicks = 500

/**
 * Who clicks twice to leave means the viewer both times, and not what lies under the pointer then. It counts when the second click was
 * made: a busy page hears of it later.
 */
const forgetSecondClick = (): void => {
  const left = performance.now()
  window.addEventListener("click", (event) => {
    if (event.detail < 2 || event.timeStamp > left + betweenClicks) return
    event.preventDefault()
    event.stopPropagation()
  }, { capture: true, signal: AbortSignal.timeout(10 * betweenClicks) })
}

/** One file over the whole window; the arrows lead to the next one of its folder. */
export const Viewer = (props: ViewerProps): ReactElement | null => {
  const frame = document.querySelector("main")?.parentElement
  return frame === null || frame === undefined ? null : createPortal(<Window {...props} />, frame)
}

const Window = ({ contextOf, fileId, files, isWhole, onClose, onShow, where }: ViewerProps): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const drive = useDrive()
  const space = useSpace()
  const { go } = useRoute()
  const features = useFeatures()
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [toolbar, setToolbar] = useState<HTMLElement | null>(null)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const { isBeside, isOpen: isDetailed, set: setDetailed } = useDetails()
  const [wall, setWall] = useState<"light" | "dark">()
  const [found, setFound] = useState<{ readonly fileId: string; readonly facts: Facts }>({ fileId, facts: noFacts })
  const [unshowable, setUnshowable] = useState<string>()
  const words = t.preview
  useInertBackground(root)
  useEffect(() => root?.focus({ preventScroll: true }), [root])

  const at = files.findIndex((file) => file.fileId === fileId)
  const isListed = at !== -1
  const asked = useQuery({ ...driveQueries(drive, { spaceId: space.spaceId }).file(fileId), enabled: !isListed })
  const folder = asked.data?.type === "folder" ? asked.data.fileId : undefined
  useEffect(() => {
    if (folder !== undefined) go({ space: space.spaceId, room: "files", folder }, { replace: true })
  }, [folder, go, space])
  const file: FileRow | undefined = files[at] ?? (folder === undefined ? asked.data : undefined)
  const kind = file === undefined ? undefined : unshowable === fileId ? "none" : stageKind(file.name, file.size)
  const source = useMemo(() => file === undefined ? undefined : driveSource(drive, space, file), [drive, file, space])
  const captions = useMemo(
    () =>
      file === undefined || (kind !== "video" && kind !== "audio")
        ? noCaptions
        : captionsBeside(file.name, files).map(({ file: beside, tag }) => ({
          tag,
          source: driveSource(drive, space, beside)
        })),
    [drive, file, files, kind, space]
  )
  const context = file === undefined ? undefined : contextOf([file])
  const actions = context === undefined ? [] : barActions.flatMap((id) => {
    const action = features.flatMap(({ fileActions }) => fileActions ?? []).find((one) => one.id === id)
    return action?.isOffered(context) === true ? [action] : []
  })

  const previous = files[at - 1]
  const next = isListed ? files[at + 1] : undefined
  const show = (to: FileRow | undefined) => {
    if (to !== undefined) onShow(to.fileId)
  }
  const run = (action: FileAction) => {
    if (context === undefined) return
    action.run(context)
    if (action.id !== "recycle") return
    const after = next ?? previous
    if (after === undefined) onClose()
    else onShow(after.fileId)
  }
  useViewerKeys((event) => {
    const { altKey, ctrlKey, key, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey) return false
    const download = actions.find(({ id }) => id === "download")
    const recycle = actions.find(({ id }) => id === "recycle")
    if (key === "Escape") {
      const isInDetails = root?.querySelector("[data-region='details']")?.contains(document.activeElement) === true
      if (isDetailed && (isInDetails || !isBeside)) setDetailed(false)
      else onClose()
    } else if (key === "ArrowLeft") show(previous)
    else if (key === "ArrowRight") show(next)
    else if (key === "i") setDetailed(!isDetailed)
    else if (key === "b") setWall(wallNow(stage) === "dark" ? "light" : "dark")
    else if (key === "D" && shiftKey && download !== undefined) run(download)
    else if (keysOf(event) === "Delete" && recycle !== undefined) run(recycle)
    else return false
    return true
  })

  const box = useElementSize(stage)
  const isPicture = kind === "picture" || kind === "drawing"
  const stripRoom = box === undefined || box.width < 640 || box.height < 480 ? 0 : Math.floor((box.width - 40) / 62)
  const hasStrip = isPicture && isListed && stripRoom >= 3 &&
    files.filter(({ name, size }) => /picture|drawing/.test(stageKind(name, size))).length > 1
  const onFacts = useCallback((facts: Facts) => setFound({ fileId, facts }), [fileId])
  const onUnshowable = useCallback(() => setUnshowable(fileId), [fileId])
  const Stage = kind === undefined || kind === "none" || kind === "empty" ? undefined : stages[kind]
  const download = actions.find(({ id }) => id === "download")
  const step = (direction: 1 | -1) => show(direction === 1 ? next : previous)
  useSwipe(stage, step)

  let body: ReactElement
  if (asked.error !== null && file === undefined) {
    body = <Failure error={asked.error} onRetry={() => void asked.refetch()} />
  } else if (source === undefined) {
    body = <Waiting />
  } else if (Stage === undefined) {
    body = (
      <NoStage
        // a name that says nothing was tried as text
        isUnreadable={unshowable === fileId && source.kind.group !== "other"}
        onDownload={download === undefined ? undefined : () => run(download)}
        source={source}
      />
    )
  } else {
    body = (
      <ErrorBoundary heading="h2" key={source.id}>
        <Suspense fallback={<Waiting />}>
          <Stage
            captions={captions}
            key={source.id}
            onFacts={onFacts}
            onStep={step}
            onUnshowable={onUnshowable}
            source={source}
            toolbar={toolbar}
          />
        </Suspense>
      </ErrorBoundary>
    )
  }
  const leave = () => {
    forgetSecondClick()
    onClose()
  }
  return (
    <div
      aria-label={file?.name ?? (asked.error === null ? t.parts.loading : words.failed)}
      className={styles.viewer}
      data-region="viewer"
      data-strip={hasStrip || undefined}
      data-viewer
      data-wall={wall}
      ref={setRoot}
      role="dialog"
      tabIndex={-1}
    >
      {file === undefined ? null : <title>{t.shell.title(file.name)}</title>}
      <header className={styles.bar}>
        <div className={styles.head}>
          <IconButton icon={ArrowLeft} keys="Esc" label={words.back} onPress={leave} />
          {file === undefined ? null : (
            <>
              <span className={styles.thumbnail}>
                <Thumbnail file={file} isWhole={false} key={file.fileId} />
              </span>
              <div className={styles.words}>
                <h2 className={styles.name}>
                  <FileName isFolder={false} name={file.name} starred={file.starred === true} />
                </h2>
                <p className={styles.sub}>
                  {isListed ? words.at(at + 1, files.length, isWhole) : format.bytes(file.size)}
                </p>
              </div>
            </>
          )}
          <IconButton
            className={styles.detailsNarrow}
            icon={PanelRight}
            label={words.details}
            onPress={() => setDetailed(!isDetailed)}
            pressed={isDetailed}
          />
        </div>
        <div aria-label={words.tools} className={styles.tools} role="toolbar">
          <span className={styles.own} ref={setToolbar} />
          <span className={styles.rule} />
          {actions.map((action) => (
            <IconButton
              icon={action.icon}
              key={action.id}
              label={(action.shortLabel ?? ((strings) => action.label(strings, context?.files ?? [])))(t)}
              onPress={() => run(action)}
            />
          ))}
          <IconButton
            className={styles.detailsWide}
            icon={PanelRight}
            keys="I"
            label={words.details}
            onPress={() => setDetailed(!isDetailed)}
            pressed={isDetailed}
          />
        </div>
      </header>
      <div className={styles.stage} data-kind={kind} ref={setStage}>
        <button
          aria-label={words.previous}
          className={styles.nav}
          data-way="previous"
          disabled={previous === undefined}
          onClick={() => show(previous)}
          type="button"
        >
          <Icon of={ChevronLeft} size={20} />
        </button>
        {body}
        {isPicture && hasStrip ? <FilmStrip fileId={fileId} files={files} onShow={onShow} room={stripRoom} /> : null}
        <button
          aria-label={words.next}
          className={styles.nav}
          data-way="next"
          disabled={next === undefined}
          onClick={() => show(next)}
          type="button"
        >
          <Icon of={ChevronRight} size={20} />
        </button>
      </div>
      {isDetailed && file !== undefined
        ? (
          <div className={styles.side}>
            <Part onFail={() => setDetailed(false)}>
              <DetailsPanel
                file={file}
                key={file.fileId}
                more={found.fileId === fileId ? found.facts : noFacts}
                onClose={() => setDetailed(false)}
                title={words.details}
                where={where}
              />
            </Part>
          </div>
        )
        : null}
    </div>
  )
}

/** Whether what is behind the file is dark now, by choice or by the theme. */
const wallNow = (stage: HTMLElement | null): "light" | "dark" => {
  if (stage === null) return "light"
  const scheme = getComputedStyle(stage).colorScheme
  if (scheme === "dark" || scheme === "light") return scheme
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
}
