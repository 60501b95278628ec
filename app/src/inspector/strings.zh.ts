import { format } from "../language/chinese.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  title: "检查器",
  open: (count) => `${format.count(count)} 个请求进行中`,
  retrying: (count) => `${format.count(count)} 个重试中`,
  errors: (count) => `${format.count(count)} 个错误`,
  sent: (sent, again) => `已发送 ${format.bytes(sent)}，其中重发 ${format.bytes(again)}`,
  freeze: "冻结",
  goOn: "继续",
  save: "保存记录",
  dock: "停靠到侧边",
  close: "关闭检查器",
  throughput: { title: "吞吐量", now: "MB/s", ago: (seconds) => `${seconds} 秒前`, here: "现在" },
  lanes: {
    title: "通道",
    about: "使用中 · 等待",
    hash: "校验",
    api: "调用",
    bytes: "字节",
    limit: (slots, time) => `自 ${time} 起并发 ${format.count(slots)}：线路有余量。`,
    reduced: (slots, time) => `自 ${time} 起并发 ${format.count(slots)}：服务要求稍等。`
  },
  events: "事件",
  parts: {
    summary: (all, size) => `${format.count(all)} 个 ${format.limit(size)} 的分片`,
    label: (done, all, flight, retry, failed) =>
      `上传分片：${format.count(all)} 个中 ${format.count(done)} 个已确认，${format.count(flight)} 个传输中，${
        format.count(retry)
      } 个重试中，${format.count(failed)} 个失败`,
    reused: "已存在",
    done: "已确认",
    flight: "传输中",
    retry: "重试中",
    failed: "失败",
    queued: "就绪",
    hashed: "已校验",
    waiting: "未读取",
    table: "以表格显示",
    tip: (part, size, state, tries, reason) =>
      [
        `分片 ${format.count(part)}`,
        format.bytes(size),
        state,
        tries > 1 ? `第 ${format.count(tries)} 次` : undefined,
        reason
      ]
        .filter((word) => word !== undefined).join(" · ")
  },
  requests: {
    title: "请求",
    part: (part) => `分片 ${format.count(part)}`,
    credentials: "凭证",
    list: "分片列表",
    complete: "完成",
    waiting: "等待中",
    again: (seconds) => `${seconds} 秒后`,
    line: "排队",
    sending: "发送",
    answering: "服务器应答",
    broke: "中断",
    pause: "下次重试前的等待"
  },
  credentials: {
    title: "凭证",
    storage: "存储密钥",
    links: "已签名的分片链接",
    signIn: "登录",
    mark: "标记处为续期时间。"
  },
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
    clear: "重置"
  },
  none: "没有正在进行的传输，上传文件后可在此查看。"
}
