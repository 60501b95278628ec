/** When a link ends, as people choose it. */

export const endings = ["day", "week", "month", "never", "date"] as const
export type Ending = (typeof endings)[number]

const day = 86_400_000

const lengths = { day, week: 7 * day, month: 30 * day }

/** How long a link lives from now on, in milliseconds; `null` is without an end. */
export const lifeOf = (ending: Exclude<Ending, "date">): number | null => ending === "never" ? null : lengths[ending]

/**
 * The end of a day as a date field spells it (`2026-11-27`), by the clock on the wall. A minute earlier: the service is told how long
 * the link lives from its own now, which comes later than ours.
 */
export const endOfDay = (date: string): number | undefined => {
  const [year, month, dayOfMonth] = date.split("-").map(Number)
  if (year === undefined || month === undefined || dayOfMonth === undefined) return undefined
  const end = new Date(year, month - 1, dayOfMonth, 23, 59, 0).getTime()
  return Number.isNaN(end) ? undefined : end
}

/** A time as a date field spells it. */
export const dateText = (time: number): string => {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
