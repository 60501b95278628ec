import { format, remaining } from "../language/format.zh.js"
import { strings as parts } from "../parts/strings.zh.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  product: "云盘",
  title: "分享给你的内容",
  titleOf: (name) => `${name} · 分享`,
  signIn: "登录",
  language: "语言",
  loading: "正在打开链接…",
  hasCode: "此链接需要提取码",
  codeText: "发送链接的人有提取码。",
  code: "提取码",
  open: "打开",
  wrongCode: "提取码不正确，区分大小写。",
  locked: "提取码错误次数过多",
  lockedText: (wait) => `此链接暂时不接受提取码：${remaining(wait)}。`,
  ended: "此链接已到期",
  endedText: "可向发送者索取新的链接。",
  gone: "此链接没有内容",
  goneText: "链接可能不完整，或者已被收回。",
  unanswered: "云盘没有响应",
  unansweredText: "检查网络后重试。",
  retry: "重试",
  download: "下载",
  lookOnly: "此链接仅供查看。",
  noPreview: "此类文件无法预览。",
  notLoaded: "预览加载失败。",
  beginning: (size) => `开头的 ${format.bytes(size)}`,
  page: (number, count) => `第 ${format.count(number)} 页，共 ${format.count(count)} 页`,
  cancel: "取消",
  printing: (page, count) => `正在准备打印第 ${format.count(page)} 页，共 ${format.count(count)} 页…`,
  missing: (count, keys) => `此处缺少部分页面。在链接页面按 ${keys} 可打印全部 ${format.count(count)} 页。`,
  preview: (name) => `${name} 的预览`,
  kind: parts.fileKind,
  until: (time) => `${format.date(time)} 到期`,
  format
}
