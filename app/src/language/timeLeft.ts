/** How long something still takes, as far as it can be known: rounded, so that it does not tick. */
export type TimeLeft =
  | { readonly _tag: "Moments" }
  | { readonly _tag: "Seconds"; readonly seconds: number }
  | { readonly _tag: "Minutes"; readonly minutes: number }
  | { readonly _tag: "Hours"; readonly hours: number; readonly minutes: number }

const near = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step)

export const timeLeft = (milliseconds: number): TimeLeft => {
  const seconds = milliseconds / 1000
  if (seconds < 8) return { _tag: "Moments" }
  if (seconds < 55) return { _tag: "Seconds", seconds: near(seconds, seconds < 20 ? 5 : 10) }
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return { _tag: "Minutes", minutes }
  const rounded = near(minutes, 5)
  return { _tag: "Hours", hours: Math.floor(rounded / 60), minutes: rounded % 60 }
}
