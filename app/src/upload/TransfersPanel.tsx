import { useVirtualizer } from "@tanstack/react-virtual"
import type { UploadsView } from "effect-drive/react"
import { useUploadActions, useUploads } from "effect-drive/react"
import { ChevronDown, Pause, Play, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useRef } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { ProgressBar, Ring } from "../parts/ProgressBar.js"
import { underWay, unfinished } from "./counts.js"
import { setPanel, usePanel } from "./panelState.js"
import styles from "./TransfersPanel.module.css"
import { UploadRow } from "./UploadRow.js"

const rowHeight = 56
const whole = (view: UploadsView): UploadsView => view

const useHead = (view: UploadsView) => {
  const { format, t } = useLanguage()
  const { counts, eta, sent, size, speed } = view
  const open = unfinished(counts)
  const all = open + counts.done + counts.failed
  const title = open > 0 && underWay(counts) === 0
    ? t.upload.headPaused(open)
    : open > 0
    ? counts.waitingForNetwork > 0 && counts.uploading === 0
      ? t.upload.headWaiting(open)
      : t.upload.head(Math.min(all, counts.done + counts.failed + 1), all)
    : counts.failed > 0
    ? t.upload.headFailed(counts.done, counts.failed)
    : t.upload.headDone(counts.done)
  const facts = [
    open > 0 && eta !== undefined ? t.upload.remaining(eta) : undefined,
    speed > 0 ? format.speed(speed) : undefined
  ].filter((fact) => fact !== undefined).join(" · ")
  const failed = counts.failed > 0 && open > 0 ? t.upload.failed(counts.failed) : undefined
  return { title, facts, failed, percent: size === 0 ? 0 : (sent / size) * 100, isOpen: open > 0 }
}

const Rows = ({ ids }: { readonly ids: UploadsView["ids"] }): ReactElement => {
  "use no memo"
  const scroller = useRef<HTMLDivElement>(null)
  // eslint-disable-next-line react-hooks/incompatible-library -- all that reads it is in this component
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6
  })
  return (
    <div className={styles.list} ref={scroller}>
      <ul className={styles.space} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const id = ids[index]
          return id === undefined ? null : <UploadRow id={id} key={id} top={start} />
        })}
      </ul>
    </div>
  )
}

/** What is on its way up: a sentence about all of it, and a row for each. It opens when something is added. */
export const TransfersPanel = (): ReactElement | null => {
  const { t } = useLanguage()
  const panel = usePanel()
  const view = useUploads(whole)
  const actions = useUploadActions()
  const { facts, failed, isOpen, percent, title } = useHead(view)
  const count = view.ids.length
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current && panel === "closed") setPanel("open")
    before.current = count
  }, [count, panel])

  if (panel === "closed") return null
  if (panel === "folded") {
    return (
      <section aria-label={t.shell.transfers} className={styles.pill} data-region="panel">
        <Ring failed={view.counts.failed > 0} percent={percent} />
        <button onClick={() => setPanel("open")} type="button">
          <span className={styles.title}>{title}</span>
          <div className={styles.sub}>{facts}</div>
        </button>
        <IconButton ground="raised" icon={X} label={t.parts.close} onPress={() => setPanel("closed")} />
      </section>
    )
  }
  const isPaused = view.counts.paused > 0 && underWay(view.counts) === 0
  return (
    <section aria-label={t.shell.transfers} className={styles.panel} data-region="panel">
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title}>{count === 0 ? t.shell.transfers : title}</h2>
          <p className={styles.sub}>
            {facts}
            {failed === undefined ? null : (
              <>
                {facts === "" ? "" : " · "}
                <b>{failed}</b>
              </>
            )}
          </p>
        </div>
        {!isOpen ? null : (
          <IconButton
            filled
            ground="raised"
            icon={isPaused ? Play : Pause}
            label={isPaused ? t.upload.actions.resumeAll : t.upload.actions.pauseAll}
            onPress={() => void (isPaused ? actions.resumeAll() : actions.pauseAll())}
          />
        )}
        <IconButton
          ground="raised"
          icon={ChevronDown}
          label={t.upload.actions.fold}
          onPress={() => setPanel("folded")}
        />
        <IconButton ground="raised" icon={X} label={t.parts.close} onPress={() => setPanel("closed")} />
      </div>
      {count === 0
        ? <p className={styles.none}>{t.upload.none}</p>
        : (
          <>
            <ProgressBar label={title} percent={percent} />
            <Rows ids={view.ids} />
          </>
        )}
    </section>
  )
}
