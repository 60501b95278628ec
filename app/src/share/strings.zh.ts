import { format } from "../language/chinese.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  action: "分享",
  actionMore: "分享…",
  copyLink: "复制链接",
  title: (name) => `分享“${name}”`,
  about: (kind, items) => `${kind} · ${format.count(items)} 项`,
  link: "链接",
  linkHelp: "拥有链接的人可以查看和下载",
  open: "创建链接",
  off: "未开启",
  active: "已开启",
  code: "提取码",
  codeHelp: "查看内容前需要输入",
  newCode: "更换提取码",
  copyCode: "复制提取码",
  ends: "到期",
  endings: { day: "1 天", week: "7 天", month: "30 天", never: "永久", date: "日期…" },
  qr: "链接的二维码",
  savePicture: "保存图片",
  saved: "已保存",
  cancel: "收回链接",
  cancelTitle: "收回链接？",
  cancelText: "拥有链接的人将无法再查看，之后的新链接会不同。",
  copied: "已复制链接",
  withoutCode: "不设提取码？",
  withoutCodeText: "得到链接的人即可查看和下载。"
}
