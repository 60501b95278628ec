import { useCallback, useSyncExternalStore } from "react"

export interface MediaState {
  readonly isPaused: boolean
  readonly time: number
  /** 0 while it is not known. */
  readonly duration: number
  /** Until where it can be played without waiting, in seconds. */
  readonly loaded: number
  readonly volume: number
  readonly isMuted: boolean
  readonly rate: number
  readonly isWaiting: boolean
}

const events = [
  "play",
  "pause",
  "timeupdate",
  "seeking",
  "seeked",
  "durationchange",
  "progress",
  "volumechange",
  "ratechange",
  "waiting",
  "playing",
  "canplay",
  "ended"
]

const none: MediaState = {
  isPaused: true,
  time: 0,
  duration: 0,
  loaded: 0,
  volume: 1,
  isMuted: false,
  rate: 1,
  isWaiting: false
}

const loadedTo = ({ buffered, currentTime }: HTMLMediaElement): number => {
  for (let range = 0; range < buffered.length; range++) {
    if (buffered.start(range) <= currentTime + 0.1 && buffered.end(range) >= currentTime) return buffered.end(range)
  }
  return currentTime
}

const stateOf = (media: HTMLMediaElement): MediaState => ({
  isPaused: media.paused,
  time: media.currentTime,
  duration: Number.isFinite(media.duration) ? media.duration : 0,
  loaded: loadedTo(media),
  volume: media.volume,
  isMuted: media.muted || media.volume === 0,
  rate: media.playbackRate,
  isWaiting: !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
})

const held = new WeakMap<HTMLMediaElement, MediaState>()

/** How a film or sound stands, reported anew by its own events. */
export const useMediaState = (media: HTMLMediaElement | null): MediaState => {
  const subscribe = useCallback((listener: () => void) => {
    if (media === null) return () => {}
    const read = () => {
      held.set(media, stateOf(media))
      listener()
    }
    for (const event of events) media.addEventListener(event, read)
    read()
    return () => {
      for (const event of events) media.removeEventListener(event, read)
    }
  }, [media])
  return useSyncExternalStore(subscribe, () => media === null ? none : held.get(media) ?? none)
}
