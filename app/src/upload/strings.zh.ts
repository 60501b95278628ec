import { format, remaining } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" / ")

export const strings: typeof english & typeof later = {
  tab: "上传",
  none: "没有正在进行的传输。选择文件即可上传。",
  head: (at, all, isMore) => `正在上传 ${format.count(at)} / ${format.count(all)}${isMore ? "+" : ""} 个`,
  headPaused: (all) => `${format.count(all)} 个上传已暂停`,
  headWaiting: (all) => `${format.count(all)} 个上传等待网络恢复`,
  headDone: (count) => count === 0 ? "没有上传文件" : `已上传 ${format.count(count)} 个文件`,
  headFailed: (done, failed) => `${format.count(done)} 个已上传，${format.count(failed)} 个失败`,
  failed: (count) => `${format.count(count)} 个失败`,
  pill: (uploads, downloads) =>
    [uploads > 0 ? `${format.count(uploads)} 个上传` : "", downloads > 0 ? `${format.count(downloads)} 个下载` : ""]
      .filter((part) => part !== "").join("，"),
  remaining,
  status: {
    queued: "排队中",
    hashing: (percent) => `正在校验… ${format.percent(percent)}`,
    uploading: (sent, size, speed) => speed > 0 ? `${of(sent, size)} · ${format.speed(speed)}` : of(sent, size),
    paused: (sent, size) => `已暂停 · ${of(sent, size)}`,
    waitingForNetwork: "等待网络恢复",
    waitingForSignIn: "等待登录",
    finishing: "即将完成…",
    rapid: "云盘中已有此文件",
    conflict: "此处已有同名文件",
    needsFile: "再选一次此文件即可继续",
    retrying: (seconds) => `连接中断，${seconds} 秒后重试`,
    serverBusy: (seconds) => `存储服务要求稍等，${seconds} 秒后继续`,
    elsewhere: "正在另一个标签页中继续",
    cancelled: "已取消",
    done: "已完成"
  },
  actions: {
    pause: "暂停",
    resume: "继续",
    cancel: "取消",
    retry: "重试",
    remove: "移除",
    continue: "继续",
    choose: "选择",
    chooseFiles: "选择文件",
    chooseFolder: "选择文件夹",
    undo: "撤销",
    pauseAll: "全部暂停",
    resumeAll: "全部继续",
    cancelAll: "全部取消",
    fold: "收起",
    unfold: "显示传输",
    files: "上传文件",
    folder: "上传文件夹",
    openBin: "打开回收站"
  },
  folder: {
    reading: (done, known) => `已完成 ${format.count(done)} / ${format.count(known)}+ 个文件`,
    moving: (done, all) => `已完成 ${format.count(done)} / ${format.count(all)} 个文件`,
    paused: (done, all) => `已暂停 · ${format.count(done)} / ${format.count(all)} 个文件`,
    held: (count) => `${format.count(count)} 个文件已存在`,
    cut: (name) => `“${name}”尚未读取完，再拖入一次即可继续`
  },
  doneFold: (count) => `${format.count(count)} 个已完成`,
  otherTab: (count, percent) => `另一个标签页也在上传：${format.count(count)} 个文件，${format.percent(percent)}`,
  askAgain: (count: number) => `${format.count(count)} 个上传需要你允许读取文件`,
  pickAgain: (count: number) => `还有 ${format.count(count)} 个文件需要重新选择`,
  retryAllOf: (count) => `重试 ${format.count(count)} 个`,
  drop: {
    title: (folder) => `上传到“${folder}”`,
    what: (items) => `${format.count(items)} 项`,
    hint: "也可拖到上方的文件夹\u00a0· Esc 放回"
  },
  close: {
    title: "停止上传？",
    text: (count) => `${format.count(count)} 个文件尚未完成，已发送的部分将被丢弃。`,
    keep: "继续上传",
    stop: "停止上传"
  },
  conflict: {
    title: "此处已有同名文件",
    titleMany: (taken) => `${format.count(taken)} 个文件已存在`,
    at: (index, all) => `${format.count(index)} / ${format.count(all)}`,
    existing: "云盘中的",
    incoming: "新的",
    newer: "较新",
    sameSize: "大小相同",
    keepBoth: "保留两者",
    replace: "替换",
    skip: "跳过",
    skipAll: "全部跳过",
    explain: "“保留两者”会将新文件以其他名称保存，“替换”会覆盖云盘中的文件。",
    forRest: (count) => `其余 ${format.count(count)} 个也这样处理`,
    forUntouched: "应用于你未单独设置的所有项",
    outcome: (kept, replaced, skipped) =>
      [[kept, "保留两者"] as const, [replaced, "替换"] as const, [skipped, "跳过"] as const]
        .filter(([count]) => count > 0).map(([count, what]) => `${format.count(count)} 个${what}`).join("，"),
    continue: "继续"
  },
  announce: {
    started: (count) => `正在上传 ${format.count(count)} 个文件`,
    quarter: (percent) => `已上传 ${format.percent(percent)}`,
    failed: (count) => `${format.count(count)} 个文件未上传`,
    questions: (count) => `${format.count(count)} 个文件需要你选择`
  }
}
