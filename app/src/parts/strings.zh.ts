import type { FileKind, KindGroup } from "./fileKind.js"
import type { strings as english } from "./strings.js"

const kinds: Readonly<Record<KindGroup, (format: string) => string>> = {
  folder: () => "文件夹",
  image: (format) => `${format} 图片`,
  video: (format) => `${format} 视频`,
  audio: (format) => `${format} 音频`,
  pdf: () => "PDF 文档",
  document: () => "文档",
  slides: () => "演示文稿",
  sheet: () => "表格",
  code: (format) => /^[A-Z0-9]+$/.test(format) ? `${format} 文件` : `${format} 脚本`,
  text: (format) => format === "Markdown" ? format : "文本",
  archive: (format) => `${format} 压缩包`,
  drawing: (format) => `${format} 图纸`,
  font: (format) => `${format} 字体`,
  other: (format) => format === "" ? "文件" : `${format} 文件`
}

export const strings: typeof english = {
  close: "关闭",
  cancel: "取消",
  save: "保存",
  done: "完成",
  open: "打开",
  more: "更多",
  retry: "重试",
  undo: "撤销",
  details: "详情",
  copy: "复制",
  labelled: (label, value) => `${label}：${value}`,
  betweenSentences: "",
  copied: "已复制",
  notCopied: "浏览器不允许复制，可选中后自行复制。",
  working: "处理中",
  messages: "消息",
  none: "—",
  fileKind: (kind: FileKind): string => kinds[kind.group](kind.format),
  show: "显示",
  hide: "隐藏",
  loading: "正在加载…",
  notLoaded: "页面的这一部分未能加载",
  nextTime: "下次打开时会重新尝试。"
}
