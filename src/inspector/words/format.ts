/**
 * Numbers, sizes and times as the inspector says them, in the reader's language.
 */
export interface Format {
  readonly count: (value: number) => string
  readonly bytes: (value: number) => string
  /** 18.4 of "18.4 MB/s". */
  readonly speed: (bytesPerSecond: number) => { readonly value: string; readonly unit: string }
  /** A length of time in milliseconds: "0.5 s", "1 min 09 s", "1 h 12 min". */
  readonly span: (millis: number) => string
  readonly seconds: (millis: number) => string
  readonly time: (at: number) => string
  readonly percent: (share: number) => string
}

const units = ["B", "KB", "MB", "GB", "TB"] as const

export const makeFormat = (locale: "en" | "zh-CN"): Format => {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const three = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 })
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 })
  const clock = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false
  })
  const chinese = locale === "zh-CN"
  const word = chinese ? { h: "小时", min: "分", s: "秒" } : { h: "h", min: "min", s: "s" }

  const scaled = (value: number) => {
    const power = value < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3))
    return { value: three.format(value / 1000 ** power), unit: units[power] ?? "B" }
  }
  const two = (value: number) => String(value).padStart(2, "0")

  return {
    count: (value) => whole.format(value),
    bytes: (value) => {
      const { unit, value: text } = scaled(value)
      return `${text} ${unit}`
    },
    speed: (value) => {
      const { unit, value: text } = scaled(value)
      return { value: text, unit: `${unit}/s` }
    },
    seconds: (millis) => `${tenths.format(millis / 1000)} ${word.s}`,
    span: (millis) => {
      const seconds = Math.floor(millis / 1000)
      const minutes = Math.floor(seconds / 60)
      if (minutes >= 60) return `${whole.format(Math.floor(minutes / 60))} ${word.h} ${two(minutes % 60)} ${word.min}`
      return minutes > 0
        ? `${minutes} ${word.min} ${two(seconds % 60)} ${word.s}`
        : `${seconds} ${word.s}`
    },
    time: (at) => clock.format(at),
    percent: (share) => percent.format(share)
  }
}
