/** How Chinese counts and writes; the sentences themselves stand beside their features. */
import { makeFormat } from "./Format.js"
import { timeLeft } from "./timeLeft.js"

export const format = makeFormat("zh-CN", "zh-CN", { today: "今天", yesterday: "昨天", comma: " " })

export const remaining = (milliseconds: number): string => {
  const left = timeLeft(milliseconds)
  switch (left._tag) {
    case "Moments":
      return "还需几秒"
    case "Seconds":
      return `剩余 ${left.seconds} 秒`
    case "Minutes":
      return `剩余 ${left.minutes} 分钟`
    case "Hours":
      return left.minutes === 0 ? `剩余 ${left.hours} 小时` : `剩余 ${left.hours} 小时 ${left.minutes} 分钟`
  }
}
