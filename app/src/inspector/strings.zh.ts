import { format } from "../language/format.zh.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  faults: {
    title: "故障",
    only: "仅限模拟器",
    offline: "离线",
    slow: "慢速线路",
    reset: "重置连接",
    lost: "丢失应答",
    expired: "令牌过期",
    full: "磁盘已满",
    oneIn: (count) => `每 ${format.count(count)} 次 1 次`,
    tunnel: "隧道",
    hotel: "酒店 Wi-Fi",
    clear: "重置",
    unreachable: "模拟器没有应答。"
  }
}
