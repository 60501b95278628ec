import { Printer, Search, ZoomIn, ZoomOut } from "lucide-react"
import type { ReactElement } from "react"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { IconButton } from "../../parts/IconButton.js"
import { keyText } from "../../parts/keyNames.js"
import { Failure } from "../Failure.js"
import { FindField, isFindKey } from "../find/FindField.js"
import type { StageProps } from "../Stage.js"
import { Tools } from "../Tools.js"
import { useElementSize } from "../useElementSize.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import { Waiting } from "../Waiting.js"
import type { OpenPdf } from "./openPdf.js"
import { openPdf, UnreadablePdf } from "./openPdf.js"
import styles from "./Pdf.module.css"
import type { PageSize } from "./PdfPage.js"
import { PdfPage } from "./PdfPage.js"
import { PrintState } from "./PrintState.js"
import { usePdfFinder } from "./usePdfFinder.js"
import { usePdfPrint } from "./usePdfPrint.js"

interface Opened extends OpenPdf {
  readonly first: PageSize
  readonly title: string | undefined
}

const titleOf = (info: object): string | undefined =>
  "Title" in info && typeof info.Title === "string" && info.Title !== "" ? info.Title : undefined

const useOpened = ({ onUnshowable, source }: StageProps) => {
  const [opened, setOpened] = useState<Opened>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const ended = new AbortController()
    const open = async () => {
      const pdf = await openPdf(source, setError, ended.signal)
      const page = await pdf.document.getPage(1)
      const { height, width } = page.getViewport({ scale: 1 })
      const { info } = await pdf.document.getMetadata()
      if (!ended.signal.aborted) setOpened({ ...pdf, first: { height, width }, title: titleOf(info) })
    }
    open().catch((cause: unknown) => {
      if (ended.signal.aborted) return
      if (cause instanceof UnreadablePdf) onUnshowable()
      else setError(cause)
    })
    return () => ended.abort()
  }, [attempt, onUnshowable, source])
  const retry = () => {
    setError(undefined)
    setOpened(undefined)
    setAttempt(attempt + 1)
  }
  return { error, opened, retry, setError }
}

export const PdfStage = (props: StageProps): ReactElement => {
  const { error, opened, retry, setError } = useOpened(props)
  if (error !== undefined) return <Failure error={error} onRetry={retry} />
  return opened === undefined ? <Waiting /> : <Pages {...props} onError={setError} opened={opened} />
}

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
/** A page is not made wider than this by itself. */
const readable = 660
const railWidth = 64

interface PagesProps extends StageProps {
  readonly opened: Opened
  readonly onError: (error: unknown) => void
}

const Pages = ({ onError, onFacts, opened, source, toolbar }: PagesProps): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const { document: pdf, first, title } = opened
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const rail = useRef<HTMLDivElement>(null)
  const box = useElementSize(scroller)
  const [zoom, setZoom] = useState(1)
  const [current, setCurrent] = useState(1)
  const [typed, setTyped] = useState<string>()
  const words = t.preview.pdf
  const finder = usePdfFinder(pdf, current, onError)
  const printing = usePdfPrint(pdf, onError)
  const count = pdf.numPages
  const numbers = useMemo(() => Array.from({ length: count }, (_, at) => at + 1), [count])
  const fit = box === undefined ? 0 : Math.max(120, Math.min(readable, box.width - 24))
  const width = Math.round(fit * zoom)

  const facts = useMemo(() => [
    [t.preview.facts.pages, format.count(count)] as const,
    ...(title === undefined ? [] : [[t.preview.facts.title, title] as const])
  ], [count, format, t, title])
  useEffect(() => onFacts(facts), [facts, onFacts])

  const goTo = useCallback((page: number) => {
    scroller?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: "start" })
    setCurrent(page)
  }, [scroller])
  const onScroll = () => {
    if (scroller === null) return
    const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 3
    const pages = [...scroller.querySelectorAll<HTMLElement>("[data-page]")]
    const under = pages.findLast((page) => page.getBoundingClientRect().top <= middle)
    setCurrent(Number(under?.dataset["page"] ?? 1))
  }
  useEffect(() => {
    const there = rail.current?.querySelector(`[data-rail="${current}"]`)
    there?.scrollIntoView({ block: "nearest" })
  }, [current])

  const percent = format.percent(Math.round(zoom * 100))

  const step = (direction: 1 | -1) => {
    const next = direction === 1 ? zooms.find((one) => one > zoom) : zooms.findLast((one) => one < zoom)
    if (next !== undefined) setZoom(next)
  }
  const foundPage = finder.target.place?.page
  useEffect(() => {
    const page = foundPage === undefined ? null : scroller?.querySelector(`[data-page="${foundPage}"]`)
    if (page === null || page === undefined || scroller === null) return
    const [sheet, sight] = [page.getBoundingClientRect(), scroller.getBoundingClientRect()]
    // a page in sight is moved by its mark alone
    if (sheet.bottom < sight.top || sheet.top > sight.bottom) page.scrollIntoView({ block: "start" })
  }, [finder.target, foundPage, scroller])

  useViewerKeys((event) => {
    const { altKey, ctrlKey, key, metaKey } = event
    if (isFindKey(event)) {
      finder.want(finder.wanted ?? "")
      return true
    }
    if (altKey || ctrlKey || metaKey) return false
    if (key === "+" || key === "=") step(1)
    else if (key === "-") step(-1)
    else if (key === "0") setZoom(1)
    else return false
    return true
  })
  const leave = () => {
    const page = Number(typed)
    if (typed !== undefined && Number.isInteger(page) && page >= 1 && page <= count) goTo(page)
    setTyped(undefined)
  }
  return (
    <div className={styles.reader}>
      <PrintState
        cancel={t.parts.cancel}
        missing={words.missing(count, keyText("Mod+P"))}
        onCancel={printing.cancel}
        text={printing.at === undefined ? "" : words.printing(printing.at, count)}
      />
      {finder.wanted === undefined ? null : (
        <div className={styles.finder}>
          <FindField
            at={finder.at}
            count={finder.count}
            isWhole={finder.isWhole}
            label={words.find}
            onClose={() => finder.want(undefined)}
            onStep={finder.step}
            onWanted={finder.want}
            wanted={finder.wanted}
          />
        </div>
      )}
      <div className={styles.stage}>
        <div aria-label={words.pages} className={styles.rail} ref={rail} role="group">
          {numbers.map((number) => (
            <button
              aria-current={number === current ? "page" : undefined}
              aria-label={`${words.page} ${format.count(number)}`}
              data-rail={number}
              key={number}
              onClick={() => goTo(number)}
              tabIndex={number === current ? 0 : -1}
              type="button"
            >
              <span>
                <PdfPage
                  document={pdf}
                  label=""
                  likely={first}
                  number={number}
                  onError={onError}
                  width={railWidth}
                  withText={false}
                />
              </span>
              <small>{format.count(number)}</small>
            </button>
          ))}
        </div>
        <div
          aria-label={source.name}
          className={styles.pages}
          onScroll={onScroll}
          ref={setScroller}
          role="document"
          tabIndex={0}
        >
          {width === 0 ? null : numbers.map((number) => (
            <PdfPage
              document={pdf}
              found={finder.wanted === undefined
                ? undefined
                : { places: finder.onPage(number), current: finder.target }}
              key={number}
              label={`${words.page} ${format.count(number)}`}
              likely={first}
              number={number}
              onError={onError}
              width={width}
              withText
            />
          ))}
        </div>
      </div>
      <Tools into={toolbar}>
        <span className={styles.number}>
          <input
            aria-label={words.page}
            inputMode="numeric"
            onBlur={leave}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              if (event.key === "Enter") leave()
              else if (event.key === "Escape") setTyped(undefined)
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
            value={typed ?? String(current)}
          />
          <span>{words.of(count)}</span>
        </span>
        <IconButton
          icon={Search}
          keys="Mod+F"
          label={words.find}
          onPress={() => finder.want(finder.wanted === undefined ? "" : undefined)}
          pressed={finder.wanted !== undefined}
        />
        <span className={styles.zoom}>
          <IconButton icon={Printer} keys="Mod+P" label={words.print} onPress={printing.start} />
          <IconButton
            icon={ZoomOut}
            isDisabled={zoom === zooms[0]}
            keys="-"
            label={t.preview.smaller}
            onPress={() => step(-1)}
          />
          <button
            aria-label={`${percent}, ${t.preview.fit}`}
            className={styles.scale}
            onClick={() => setZoom(1)}
            title={t.preview.fit}
            type="button"
          >
            {percent}
          </button>
          <IconButton
            icon={ZoomIn}
            isDisabled={zoom === zooms.at(-1)}
            keys="+"
            label={t.preview.larger}
            onPress={() => step(1)}
          />
        </span>
      </Tools>
    </div>
  )
}
