import type { FilesChangeKind } from "../../services/DriveEvents.js"
import type { ObservedWait } from "../../services/Inspection.js"
import type { EventNote, RequestName } from "../model/EventNote.js"
import type { PartState } from "../model/PartMap.js"
import type { Words } from "./english.js"
import { makeFormat } from "./format.js"

const format = makeFormat("zh-CN")

const changes: Readonly<Record<FilesChangeKind, string>> = {
  uploaded: "已上传",
  created: "已新建",
  renamed: "已重命名",
  updated: "已更改",
  moved: "已移动",
  copied: "已复制",
  recycled: "已移到回收站",
  restored: "已还原",
  removed: "已永久删除",
  binCleared: "已从回收站清除",
  assets: "的资产已更改",
  assetFolders: "的资产文件夹已更改",
  sharing: "的分享已更改",
  migrated: "已迁移",
  taskEnded: "已被任务更改"
}

const waits: Readonly<Record<ObservedWait, string>> = {
  foreignAnswer: "应答来自别处",
  offline: "没有网络",
  retry: "将重试",
  server: "服务器要求稍等",
  signIn: "需要登录"
}

const states: Readonly<Record<PartState, string>> = {
  reused: "已存在",
  done: "已确认",
  flight: "传输中",
  retry: "重试中",
  failed: "失败",
  queued: "就绪",
  hashed: "已校验",
  waiting: "未读取"
}

const calls: Readonly<Record<string, string>> = {
  create: "创建",
  begin: "开始",
  parts: "分片列表",
  complete: "完成",
  object: "查找对象",
  settle: "收尾",
  file: "整个文件",
  range: "范围",
  "multipart upload": "放弃分片",
  "multipart uploads": "上传列表",
  "Credentials.fetch": "凭证"
}

const requestName = ({ kind, name, part }: RequestName): string =>
  kind === "part" && part !== undefined ? `分片 ${format.count(part)}` : calls[name] ?? name

const event = (note: EventNote): string => {
  switch (note._tag) {
    case "failed":
      return `${requestName(note.request)} 已放弃`
    case "broke":
      return note.tries > 1
        ? `${requestName(note.request)} 中断，第 ${format.count(note.tries)} 次`
        : `${requestName(note.request)} 中断`
    case "waits":
      return note.millis > 0
        ? `${requestName(note.request)}：${waits[note.reason]}，${format.seconds(note.millis)}后继续`
        : `${requestName(note.request)}：${waits[note.reason]}`
    case "width":
      return `字节通道 ${format.count(note.from)} → ${format.count(note.to)}`
    case "network":
      return note.online ? "网络已恢复" : "网络已断开"
    case "signInEnded":
      return "登录已过期"
    case "signedIn":
      return "已登录"
    case "signedOut":
      return "已退出登录"
    case "spaceSelected":
      return `已打开空间 ${note.spaceId}`
    case "credential":
      return `已获取 ${note.spaceId} 的存储密钥`
    case "files":
      return `${format.count(note.count)} 个文件${changes[note.kind]}${note.elsewhere ? "（其他标签页）" : ""}`
    case "fieldsLeftOut":
      return `${note.operation}：应答中有 ${format.count(note.count)} 个字段被忽略`
  }
}

export const chinese: Words = {
  format,
  title: "检查器",
  comma: "，",
  open: (count) => ({ value: format.count(count), text: "个请求进行中" }),
  retrying: (count) => ({ value: format.count(count), text: "个重试中" }),
  errors: (count) => ({ value: format.count(count), text: "个错误" }),
  moved: (bytes) => ({ value: format.bytes(bytes), text: "已传输" }),
  again: (bytes) => `其中重发 ${format.bytes(bytes)}`,
  freeze: "冻结",
  resume: "继续",
  save: "保存记录",
  close: "关闭检查器",
  throughput: { title: "吞吐量", now: "现在", ago: (seconds) => `${seconds} 秒前`, top: "刻度上限" },
  lanes: {
    title: "通道",
    about: "使用中 · 等待",
    names: { hash: "校验", calls: "调用", bytes: "字节" },
    none: "首次传输时开启。",
    use: (name, used, limit, waiting) =>
      `${name}：${format.count(limit)} 个中 ${format.count(used)} 个使用中，${format.count(waiting)} 个等待`,
    more: (limit, time) => `自 ${time} 起并发 ${format.count(limit)}，比之前多一个。`,
    fewer: (limit, time) => `自 ${time} 起并发 ${format.count(limit)}，比之前少。`
  },
  events: { title: "事件", none: "尚无事件。", event },
  errorList: {
    title: "错误",
    none: "目前没有错误。",
    line: (request, tag) => `${requestName(request)}：${tag}`,
    cause: "原因"
  },
  parts: {
    title: "分片",
    none: "没有正在进行的传输，上传文件后可在此查看。",
    choose: "显示的上传",
    summary: (count, bytes) => `${format.count(count)} 个分片，每个 ${format.bytes(bytes)}`,
    each: (count) => `每格代表 ${format.count(count)} 个分片，显示其中最差的状态。`,
    label: ({ done, failed, flight, retry, reused }, all) =>
      `上传分片：${format.count(all)} 个中 ${format.count(done + reused)} 个已存储，${format.count(flight)} 个传输中，${
        format.count(retry)
      } 个重试中，${format.count(failed)} 个失败`,
    states,
    table: "以表格显示",
    map: "以图显示",
    columns: { parts: "分片", count: "数量", state: "状态" },
    range: (first, last) => first === last ? format.count(first) : `${format.count(first)}–${format.count(last)}`,
    tip: (first, last, bytes, state, tries, reason) =>
      [
        first === last ? `分片 ${format.count(first)}` : `分片 ${format.count(first)}–${format.count(last)}`,
        format.bytes(bytes),
        states[state],
        tries > 0 ? `失败 ${format.count(tries)} 次` : undefined,
        reason
      ].filter((word) => word !== undefined).join(" · ")
  },
  requests: {
    title: "请求",
    name: requestName,
    none: "最近几秒没有请求。",
    earlier: "进行中的请求在打开检查器之前已开始，之后的请求会显示。",
    columns: { method: "方法", request: "请求", course: "过程", status: "状态", time: "时间" },
    ago: (seconds) => `−${seconds} 秒`,
    line: "排队",
    send: "传输字节",
    answer: "服务器应答",
    broke: "中断",
    pause: "下次重试前的等待",
    done: "完成",
    left: "已离开",
    waiting: "等待",
    queued: "排队中",
    again: (millis) => `${format.seconds(millis)}后`,
    course: (tries) => `${format.count(tries)} 次尝试`
  },
  credentials: {
    title: "凭证",
    storage: "存储密钥",
    links: "已签名的链接",
    none: "没有凭证。",
    left: (span) => `剩余 ${span}`,
    over: "已过期",
    mark: "标记处为续期时间。"
  }
}
