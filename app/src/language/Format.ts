/** Numbers, sizes, times and dates as one language writes them. */

export interface Format {
  readonly locale: string
  readonly count: (value: number) => string
  /** "41%" of a number from 0 to 100. */
  readonly percent: (value: number) => string
  /** Bytes with at most three significant digits and a space before the unit. */
  readonly bytes: (value: number) => string
  /** A limit: like `bytes`, without digits that say nothing: "5 GB". */
  readonly limit: (value: number) => string
  /** Two sizes in the unit of the second: "6.1" and "8.6 MB"; a smaller unit where the first would vanish. */
  readonly bytesOf: (part: number, whole: number) => readonly [part: string, whole: string]
  readonly speed: (bytesPerSecond: number) => string
  /** "Today, 14:32", "14 Nov 2026". */
  readonly moment: (time: number) => string
  /** The same without the time of day: "Today", "18 Nov". */
  readonly day: (time: number) => string
  /** Day and time in full: "18 Nov 2026, 19:04". */
  readonly date: (time: number) => string
  readonly clock: (time: number) => string
  readonly list: (items: ReadonlyArray<string>) => string
  readonly compare: (one: string, other: string) => number
}

const step = 1024
const units = ["B", "KB", "MB", "GB", "TB", "PB"]

/** Made with its first use: to make all of them takes longer than a page's first rows should wait. */
const once = <A>(make: () => A): () => A => {
  let made: A | undefined
  return () => made ??= make()
}

/** A thousand of a unit is written as one of the next, so that no more than three digits stand before the point. */
const unitOf = (bytes: number): number => {
  let unit = 0
  for (let rest = bytes; rest >= 999.5 && unit < units.length - 1; rest /= step) unit++
  return unit
}

/** A tenth is enough for megabytes; from gigabytes on a hundredth is a lot of bytes. */
const digitsOf = (value: number, unit: number): number =>
  unit === 0 || value >= 99.95 ? 0 : unit >= 3 && value < 9.995 ? 2 : 1

const oneDay = 86_400_000

export interface Words {
  readonly today: string
  readonly yesterday: string
  /** Between day and time of day. */
  readonly comma: string
}

/** `locale` decides about digits, `dates` about the order of day and month. */
export const makeFormat = (locale: string, dates: string, words: Words): Format => {
  const number = (options: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options))
  const date = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(dates, options))
  const whole = number({ maximumFractionDigits: 0 })
  const fixed = [0, 1, 2].map((digits) => number({ minimumFractionDigits: digits, maximumFractionDigits: digits }))
  const short = number({ maximumSignificantDigits: 3 })
  const share = number({ style: "percent", maximumFractionDigits: 0 })
  const dayOf = date({ day: "numeric", month: "short", year: "numeric" })
  const dayOfYear = date({ day: "numeric", month: "short" })
  const time = date({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const list = once(() => new Intl.ListFormat(locale, { type: "conjunction", style: "long" }))
  const collator = once(() => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }))

  const value = (bytes: number, unit: number): string => {
    const amount = bytes / step ** unit
    return (fixed[digitsOf(amount, unit)] ?? whole)().format(amount)
  }
  const bytes = (amount: number): string => {
    const unit = unitOf(amount)
    return `${value(amount, unit)} ${units[unit]}`
  }
  const daysAgo = (moment: number): number => {
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    return Math.ceil((midnight.getTime() - moment) / oneDay)
  }
  const nearDay = (moment: number): string | undefined => {
    const days = daysAgo(moment)
    return days <= 0 ? words.today : days === 1 ? words.yesterday : undefined
  }

  return {
    locale,
    count: (amount) => whole().format(amount),
    percent: (amount) => share().format(Math.floor(amount) / 100),
    bytes,
    limit: (amount) => {
      const unit = unitOf(amount)
      return `${short().format(amount / step ** unit)} ${units[unit]}`
    },
    bytesOf: (part, total) => {
      if (part === 0) return ["0", bytes(total)]
      const unit = unitOf(total)
      const inUnit = part / step ** unit
      return inUnit >= 1 || unit === 0
        ? [value(part, unit), bytes(total)]
        : [bytes(part), bytes(total)]
    },
    speed: (amount) => `${bytes(amount)}/s`,
    moment: (at) => {
      const near = nearDay(at)
      return near === undefined ? dayOf().format(at) : `${near}${words.comma}${time().format(at)}`
    },
    day: (at) =>
      nearDay(at) ?? (new Date(at).getFullYear() === new Date().getFullYear() ? dayOfYear : dayOf)().format(at),
    date: (at) => `${dayOf().format(at)}${words.comma}${time().format(at)}`,
    clock: (at) => time().format(at),
    list: (items) => list().format(items),
    compare: (one, other) => collator().compare(one, other)
  }
}
