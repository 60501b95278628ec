/** How English counts and writes; the sentences themselves stand beside their features. */
import { makeFormat } from "./Format.js"
import { timeLeft } from "./timeLeft.js"

export const format = makeFormat("en", "en-GB", { today: "Today", yesterday: "Yesterday", comma: ", " })

const rules = new Intl.PluralRules("en")

/** "1 item", "2 items". */
export const counted = (count: number, one: string, other: string): string =>
  `${format.count(count)} ${rules.select(count) === "one" ? one : other}`

export const remaining = (milliseconds: number): string => {
  const left = timeLeft(milliseconds)
  switch (left._tag) {
    case "Moments":
      return "a few seconds"
    case "Seconds":
      return `${left.seconds} s left`
    case "Minutes":
      return `${left.minutes} min left`
    case "Hours":
      return left.minutes === 0 ? `${left.hours} h left` : `${left.hours} h ${left.minutes} min left`
  }
}
