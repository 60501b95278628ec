import { useQuery } from "@tanstack/react-query"
import { ZoomIn, ZoomOut } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useMemo, useState } from "react"
import { IconButton } from "../../parts/IconButton.js"
import { Failure } from "../Failure.js"
import type { PreviewSource } from "../PreviewSource.js"
import type { StageProps } from "../Stage.js"
import { Tools } from "../Tools.js"
import { useAddress } from "../useAddress.js"
import type { ElementSize } from "../useElementSize.js"
import { useElementSize } from "../useElementSize.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import { Waiting } from "../Waiting.js"
import styles from "./Picture.module.css"
import { usePictureGestures } from "./usePictureGestures.js"
import type { Frame, Standing } from "./zoom.js"
import { fitScale, heldIn, nextScale, zoomAt } from "./zoom.js"

export const PictureStage = (props: StageProps): ReactElement => {
  const address = useAddress(props.source)
  return address.error !== null
    ? <Failure error={address.error} onRetry={() => void address.refetch()} />
    : address.data === undefined
    ? <Waiting />
    : <Zoomed {...props} href={address.data} onBroken={() => void address.refetch()} />
}

/** A drawing larger than this is a program more than a picture. */
const drawingLimit = 16 * 1024 ** 2

/** The storage may call it anything, and browsers draw it as what it is only; in an `img` none of its scripts runs. */
const readDrawing = async ({ read, size }: PreviewSource, signal: AbortSignal): Promise<Blob> =>
  new Blob([await read({ start: 0, end: size }, signal)], { type: "image/svg+xml" })

export const DrawingStage = (props: StageProps): ReactElement => {
  const { onUnshowable, source } = props
  const isTooLarge = source.size > drawingLimit
  const drawing = useQuery({
    queryKey: ["web-drive", "preview", "drawing", source.id],
    queryFn: ({ signal }) => readDrawing(source, signal),
    enabled: !isTooLarge,
    staleTime: Infinity,
    gcTime: 0
  })
  const blob = drawing.data
  const href = useMemo(() => blob === undefined ? undefined : URL.createObjectURL(blob), [blob])
  useEffect(() => href === undefined ? undefined : () => URL.revokeObjectURL(href), [href])
  useEffect(() => {
    if (isTooLarge) onUnshowable()
  }, [isTooLarge, onUnshowable])
  return drawing.error !== null
    ? <Failure error={drawing.error} onRetry={() => void drawing.refetch()} />
    : href === undefined
    ? <Waiting />
    : <Zoomed {...props} href={href} onBroken={() => {}} />
}

/** What the film strip and the arrows take of the stage. */
const roomOf = ({ height, width }: ElementSize): ElementSize =>
  width < 640 ? { width: width - 32, height: height - 32 } : { width: width - 168, height: height - 128 }

interface ZoomedProps extends StageProps {
  readonly href: string
  readonly onBroken: () => void
}

const middle = { x: 0, y: 0 }

/** `wanted`: left out where all of the picture is in sight. */
const standingOf = (wanted: Standing | undefined, frame: Frame): Standing =>
  wanted === undefined ? { scale: frame.fit, ...middle } : heldIn(wanted, frame)

const Zoomed = ({ href, onBroken, onFacts, onStep, onUnshowable, source, toolbar }: ZoomedProps): ReactElement => {
  const { format, t } = usePreviewLanguage()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const stage = useElementSize(element)
  const [picture, setPicture] = useState<ElementSize>()
  const [wanted, setWanted] = useState<Standing>()
  const [error, setError] = useState<unknown>()
  const words = t.preview

  const frame = picture === undefined || stage === undefined
    ? undefined
    : { picture, stage, fit: Math.max(0.01, fitScale(picture, roomOf(stage))) }
  const standing = frame === undefined ? { scale: 1, ...middle } : standingOf(wanted, frame)
  const isFit = frame === undefined || standing.scale <= frame.fit
  const stand = (next: (standing: Standing, frame: Frame) => Standing) => {
    if (frame === undefined) return
    setWanted((last) => {
      const to = next(standingOf(last, frame), frame)
      return to.scale <= frame.fit && to.x === 0 && to.y === 0 ? undefined : to
    })
  }
  const zoom = (direction: 1 | -1) =>
    stand((standing, frame) => zoomAt(standing, nextScale(standing.scale, direction), middle, frame))
  usePictureGestures({ element, frame, standing, onStand: stand, onSwipe: onStep })
  useViewerKeys(({ altKey, ctrlKey, key, metaKey }) => {
    if (altKey || ctrlKey || metaKey) return false
    if (key === "+" || key === "=") zoom(1)
    else if (key === "-") zoom(-1)
    else if (key === "0") setWanted(undefined)
    else return false
    return true
  })

  const facts = useMemo(
    () =>
      picture === undefined
        ? []
        : [[words.facts.pixels, `${picture.width} × ${picture.height}`] as const],
    [picture, words]
  )
  useEffect(() => onFacts(facts), [facts, onFacts])

  // until the picture is there its scale is not known
  const percent = frame === undefined ? undefined : format.percent(Math.round(standing.scale * 100))

  // the address may have run out, the line may have broken, or the bytes are no picture: a byte of them tells which
  const explain = () => void source.read({ start: 0, end: 1 }).then(onUnshowable, (cause: unknown) => setError(cause))

  if (error !== undefined) {
    return (
      <Failure
        error={error}
        onRetry={() => {
          setError(undefined)
          onBroken()
        }}
      />
    )
  }
  return (
    <div className={styles.stage} data-own-swipes data-movable={isFit ? undefined : true} ref={setElement}>
      {frame === undefined ? <Waiting /> : null}
      <img
        alt={words.picture(source.name)}
        className={styles.picture}
        data-pixels={standing.scale >= 3 || undefined}
        decoding="async"
        draggable={false}
        hidden={frame === undefined}
        onError={explain}
        onLoad={({ currentTarget }) => {
          // a drawing without a size of its own is as large as the stage lets it be
          const { naturalHeight, naturalWidth } = currentTarget
          setPicture({ width: naturalWidth || 800, height: naturalHeight || 600 })
        }}
        src={href}
        style={{
          width: (picture?.width ?? 0) * standing.scale,
          height: (picture?.height ?? 0) * standing.scale,
          transform: `translate(-50%, -50%) translate(${standing.x}px, ${standing.y}px)`
        }}
      />
      <Tools into={toolbar}>
        <IconButton icon={ZoomOut} isDisabled={isFit} keys="-" label={words.smaller} onPress={() => zoom(-1)} />
        <button
          aria-label={percent === undefined ? words.fit : `${percent}, ${words.fit}`}
          className={styles.scale}
          disabled={frame === undefined}
          onClick={() => setWanted(undefined)}
          title={words.fit}
          type="button"
        >
          {percent}
        </button>
        <IconButton
          icon={ZoomIn}
          isDisabled={frame === undefined}
          keys="+"
          label={words.larger}
          onPress={() => zoom(1)}
        />
      </Tools>
    </div>
  )
}
