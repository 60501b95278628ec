import { Captions, Maximize, Pause, Play, RotateCcw, Volume2, VolumeX } from "lucide-react"
import type { ReactElement } from "react"
import { classes } from "../../parts/classes.js"
import { Icon } from "../../parts/Icon.js"
import { IconButton } from "../../parts/IconButton.js"
import { usePreviewLanguage } from "../usePreviewLanguage.js"
import styles from "./Media.module.css"
import { mute, seek, setSpeed, setVolume, toggle } from "./player.js"
import { playTime } from "./playTime.js"
import type { CaptionsState } from "./useCaptions.js"
import type { MediaState } from "./useMediaState.js"

const speeds = [1, 1.25, 1.5, 2, 0.75]
const backBy = 10

export interface MediaControlsProps {
  readonly media: HTMLMediaElement
  readonly state: MediaState
  readonly captions: CaptionsState | undefined
  /** What fills the screen; left out for sound. */
  readonly screen?: HTMLElement | null | undefined
}

export const MediaControls = ({ captions, media, screen, state }: MediaControlsProps): ReactElement => {
  const { t } = usePreviewLanguage()
  const words = t.preview.video
  const share = (seconds: number) => state.duration === 0 ? 0 : Math.min(100, (seconds / state.duration) * 100)
  const nextSpeed = speeds[(speeds.indexOf(state.rate) + 1) % speeds.length] ?? 1
  return (
    <div
      className={classes(styles.controls, screen === undefined && styles.plain)}
      data-own-swipes={screen === undefined ? undefined : true}
    >
      <div className={styles.seek}>
        <span className={styles.loaded} style={{ inlineSize: `${share(state.loaded)}%` }} />
        <span className={styles.played} style={{ inlineSize: `${share(state.time)}%` }} />
        <input
          aria-label={words.position}
          aria-valuetext={`${playTime(state.time)} / ${playTime(state.duration)}`}
          max={state.duration || 1}
          min={0}
          onChange={(event) => seek(media, Number(event.target.value))}
          step="any"
          type="range"
          value={state.time}
        />
      </div>
      <div className={styles.row}>
        <IconButton
          filled
          icon={state.isPaused ? Play : Pause}
          iconSize={20}
          label={state.isPaused ? words.play : words.pause}
          onPress={() => toggle(media)}
        />
        <IconButton
          className={styles.back}
          icon={RotateCcw}
          iconSize={20}
          label={words.back}
          onPress={() => seek(media, state.time - backBy)}
        />
        <IconButton
          icon={state.isMuted ? VolumeX : Volume2}
          iconSize={20}
          label={words.sound}
          onPress={() => mute(media, !state.isMuted)}
          pressed={!state.isMuted}
        />
        <input
          aria-label={words.loudness}
          className={styles.volume}
          max={1}
          min={0}
          onChange={(event) => setVolume(media, Number(event.target.value))}
          step={0.05}
          type="range"
          value={state.isMuted ? 0 : state.volume}
        />
        <span className={styles.time}>{playTime(state.time)} / {playTime(state.duration)}</span>
        <span className={styles.grow} />
        <button
          aria-label={t.parts.labelled(words.speed, `${state.rate}×`)}
          className={styles.speed}
          onClick={() => setSpeed(media, nextSpeed)}
          type="button"
        >
          {state.rate}×
        </button>
        {captions === undefined ? null : (
          <button
            aria-label={t.parts.labelled(t.preview.captions.label, captions.name)}
            aria-pressed={captions.isOn}
            className={styles.captionsButton}
            data-tip="C"
            onClick={captions.next}
            type="button"
          >
            <Icon of={Captions} size={20} />
          </button>
        )}
        {screen === undefined || screen === null || !document.fullscreenEnabled ? null : (
          <IconButton
            icon={Maximize}
            iconSize={20}
            label={words.fullScreen}
            onPress={() => {
              // a browser that refuses leaves the film where it is
              const change = document.fullscreenElement === null
                ? screen.requestFullscreen()
                : document.exitFullscreen()
              change.catch(() => {})
            }}
          />
        )}
      </div>
    </div>
  )
}
