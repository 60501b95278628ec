import { format, remaining } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" / ")

export const strings: typeof english & typeof later = {
  tab: "下载",
  tasksTab: "任务",
  action: "下载",
  all: "全部下载",
  head: (at, all) => `正在下载 ${format.count(at)} / ${format.count(all)} 个`,
  headWaiting: (all) => `${format.count(all)} 个下载等待网络恢复`,
  headDone: (count) => count === 0 ? "没有保存文件" : `已保存 ${format.count(count)} 个文件`,
  headFailed: (done, failed) => `${format.count(done)} 个已保存，${format.count(failed)} 个失败`,
  remaining,
  status: {
    queued: "排队中",
    downloading: (received, size, speed) => `${of(received, size)} · ${format.speed(speed)}`,
    received: (received) => `已下载 ${format.bytes(received)}`,
    throttled: (speed) => `此空间限速 ${format.limit(speed)}/s`,
    saving: "正在保存…",
    saved: "已保存",
    verified: "已保存并校验",
    paused: (received, size) => `已暂停 · ${of(received, size)}`,
    archive: "正在准备压缩包",
    broke: (kept) => `连接中断，已保留 ${format.bytes(kept)}`,
    offline: "等待网络恢复",
    handed: "正由浏览器保存",
    signedOut: "等待登录",
    cancelled: "已取消"
  },
  pause: "暂停",
  resume: "继续",
  cancel: "取消",
  remove: "移除",
  archiveName: (folder) => `${folder}.zip`,
  failed: (count) => `${format.count(count)} 个失败`,
  throttledSpace: (space, speed) => `${space} 的下载限速为 ${format.limit(speed)}/s`,
  tasks: {
    head: (count) => `云盘中有 ${format.count(count)} 个任务`,
    headDone: "所有任务已完成",
    foot: "任务在云盘中运行，无法中止。可关闭此窗口。",
    kinds: { archive: "正在准备压缩包", copy: "正在复制", move: "正在移动", clear: "正在永久删除" },
    unfollow: "不再跟踪",
    unfollowed: (name) => `“${name}”仍在云盘中进行`,
    notSaved: "压缩包将不会下载。",
    done: "已完成",
    failed: "云盘未能完成此任务。",
    failedOf: (name) => `云盘未能完成“${name}”`,
    to: (folder) => `到“${folder}”`,
    none: "没有正在进行的任务"
  },
  noRight: "你可以查看此文件，但不能下载。",
  none: "没有正在进行的下载"
}
