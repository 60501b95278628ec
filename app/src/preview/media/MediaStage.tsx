import { CircleAlert, Gauge } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useMemo, useRef, useState } from "react"
import { KindTile } from "../../parts/FileIcon.js"
import { FileName } from "../../parts/FileName.js"
import { Icon } from "../../parts/Icon.js"
import { Spinner } from "../../parts/Spinner.js"
import { Failure } from "../Failure.js"
import type { PreviewSource } from "../PreviewSource.js"
import type { StageProps } from "../Stage.js"
import { noFacts } from "../Stage.js"
import { Tools } from "../Tools.js"
import { useAddress } from "../useAddress.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import { useViewerKeys } from "../useViewerKeys.js"
import { Waiting } from "../Waiting.js"
import styles from "./Media.module.css"
import { MediaControls } from "./MediaControls.js"
import { toggle } from "./player.js"
import { playTime } from "./playTime.js"
import type { CaptionsState } from "./useCaptions.js"
import { useCaptions } from "./useCaptions.js"
import { useMediaState } from "./useMediaState.js"

/** What is said just now, as plain text. */
const CaptionLines = ({ captions }: { readonly captions: CaptionsState }): ReactElement | null =>
  captions.lines.length === 0 ?
    null :
    (
      <div className={styles.captions} data-captions="" lang={captions.tag === "" ? undefined : captions.tag}>
        {captions.lines.map((line, at) => (
          <p dir="auto" key={`${at} ${line}`}>
            <span>{line}</span>
          </p>
        ))}
      </div>
    )

interface Played {
  readonly href: string
  readonly resumeAt: number
}

/** The connection or the address gave out: continue from there once, with a new address; bytes that are no film are reported as such. */
const usePlayed = ({ onUnshowable, source }: StageProps) => {
  const address = useAddress(source)
  const [again, setAgain] = useState<Played>()
  const [error, setError] = useState<unknown>()
  const isTried = useRef(false)
  const href = address.data
  const start = (resumeAt: number) => {
    setError(undefined)
    source.address(new AbortController().signal).then((fresh) => setAgain({ href: fresh, resumeAt }), setError)
  }
  const onError = (media: HTMLMediaElement) => {
    const hadBegun = media.readyState > 0 || media.currentTime > 0
    if (hadBegun && !isTried.current) {
      isTried.current = true
      return start(media.currentTime)
    }
    void source.read({ start: 0, end: 1 }).then(onUnshowable, (cause: unknown) => setError(cause))
  }
  return {
    error: error ?? address.error,
    played: again ?? (href === undefined ? undefined : { href, resumeAt: 0 }),
    onError,
    retry: () => start(0)
  }
}

/** Below this share of the film's own pace a space is too slow for it. */
const isTooSlow = (source: PreviewSource, duration: number): boolean =>
  source.speed !== undefined && duration > 0 && source.size / duration > source.speed

/** Captions that cannot be read are no reason not to play. */
const Unread = ({ captions }: { readonly captions: CaptionsState | undefined }): ReactElement | null => {
  const { t } = usePreviewLanguage()
  if (captions?.isBroken !== true) return null
  return (
    <p className={styles.note} role="status">
      <Icon of={CircleAlert} size={14} />
      <span>{t.preview.captions.broken}</span>
    </p>
  )
}

const idleAfter = 2500

export const VideoStage = (props: StageProps): ReactElement => {
  const { captions: beside, onFacts, source, toolbar } = props
  const { format, t } = usePreviewLanguage()
  const { error, onError, played, retry } = usePlayed(props)
  const [media, setMedia] = useState<HTMLVideoElement | null>(null)
  const [screen, setScreen] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState<readonly [width: number, height: number]>()
  const [isIdle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const state = useMediaState(media)
  const captions = useCaptions(beside, media)
  const words = t.preview
  const { duration } = state

  const stir = () => {
    clearTimeout(timer.current)
    setIdle(false)
    timer.current = setTimeout(() => setIdle(true), idleAfter)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useViewerKeys(({ key }) => {
    if (key !== " " || media === null) return false
    toggle(media)
    return true
  })
  const pixels = size === undefined ? undefined : `${size[0]} × ${size[1]}`
  const facts = useMemo(
    () =>
      pixels === undefined || duration === 0
        ? noFacts
        : [[words.facts.length, playTime(duration)] as const, [words.facts.pixels, pixels] as const],
    [duration, pixels, words]
  )
  useEffect(() => onFacts(facts), [facts, onFacts])

  if (error !== null && error !== undefined) return <Failure error={error} onRetry={retry} />
  if (played === undefined) return <Waiting />
  // a number and its unit stay in one line
  const pace = source.speed === undefined ? undefined : `${format.limit(source.speed).replace(" ", "\u00a0")}/s`
  return (
    <div className={styles.stage}>
      <div
        className={styles.film}
        data-idle={isIdle && !state.isPaused ? true : undefined}
        onPointerMove={stir}
        ref={setScreen}
        style={size === undefined ? undefined : { aspectRatio: size[0] / size[1] }}
      >
        <video
          aria-label={source.name}
          key={played.href}
          onClick={() => media !== null && toggle(media)}
          onError={({ currentTarget }) => onError(currentTarget)}
          onLoadedMetadata={({ currentTarget }) => {
            setSize([currentTarget.videoWidth, currentTarget.videoHeight])
            if (played.resumeAt > 0) currentTarget.currentTime = played.resumeAt
          }}
          playsInline
          preload="metadata"
          ref={setMedia}
          src={played.href}
        />
        {state.isWaiting
          ? (
            <span className={styles.waiting}>
              <Spinner label={t.parts.loading} size={24} />
            </span>
          )
          : null}
        {captions === undefined ? null : <CaptionLines captions={captions} />}
        {media === null
          ? null
          : <MediaControls captions={captions} media={media} screen={screen} state={state} />}
      </div>
      <Unread captions={captions} />
      {pace === undefined || duration === 0 ? null : (
        <p className={styles.note}>
          <Icon of={Gauge} size={14} />
          <span>
            {isTooSlow(source, duration)
              ? words.video.slow(playTime(state.loaded), pace)
              : words.video.enough(playTime(state.loaded), pace)}
          </span>
        </p>
      )}
      <Tools into={toolbar}>
        {facts.length === 0 ? null : <span className={styles.about}>{pixels} · {playTime(duration)}</span>}
      </Tools>
    </div>
  )
}

export const AudioStage = (props: StageProps): ReactElement => {
  const { captions: beside, onFacts, source } = props
  const { format, t } = usePreviewLanguage()
  const { error, onError, played, retry } = usePlayed(props)
  const [media, setMedia] = useState<HTMLAudioElement | null>(null)
  const state = useMediaState(media)
  const captions = useCaptions(beside, media)
  const words = t.preview
  const { duration } = state
  useViewerKeys(({ key }) => {
    if (key !== " " || media === null) return false
    toggle(media)
    return true
  })
  const facts = useMemo(
    () => duration === 0 ? noFacts : [[words.facts.length, playTime(duration)] as const],
    [duration, words]
  )
  useEffect(() => onFacts(facts), [facts, onFacts])
  if (error !== null && error !== undefined) return <Failure error={error} onRetry={retry} />
  if (played === undefined) return <Waiting />
  return (
    <div className={styles.stage}>
      <div className={styles.sound}>
        <div className={styles.soundHead}>
          <KindTile big kind={source.kind} />
          <div>
            <FileName className={styles.name} isFolder={false} name={source.name} />
            <p className={styles.sub}>{t.parts.fileKind(source.kind)} · {format.bytes(source.size)}</p>
          </div>
        </div>
        <audio
          aria-label={source.name}
          key={played.href}
          onError={({ currentTarget }) => onError(currentTarget)}
          onLoadedMetadata={({ currentTarget }) => {
            if (played.resumeAt > 0) currentTarget.currentTime = played.resumeAt
          }}
          preload="metadata"
          ref={setMedia}
          src={played.href}
        />
        {media === null ? null : <MediaControls captions={captions} media={media} state={state} />}
        {captions?.isOn === true
          ? (
            <div className={styles.said}>
              <CaptionLines captions={captions} />
            </div>
          )
          : null}
      </div>
      <Unread captions={captions} />
    </div>
  )
}
