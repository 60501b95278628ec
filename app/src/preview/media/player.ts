/** What the buttons of a film or sound do. */

export const toggle = (media: HTMLMediaElement): void => {
  // what cannot be played is reported by the element's own error event
  if (media.paused) media.play().catch(() => {})
  else media.pause()
}

export const seek = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = Math.max(0, seconds)
}

export const mute = (media: HTMLMediaElement, isMuted: boolean): void => {
  media.muted = isMuted
}

export const setVolume = (media: HTMLMediaElement, volume: number): void => {
  media.volume = volume
  media.muted = false
}

export const setSpeed = (media: HTMLMediaElement, rate: number): void => {
  media.playbackRate = rate
}
