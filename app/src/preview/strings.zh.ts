import { format } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english & typeof later = {
  action: "预览",
  back: "返回列表",
  at: (index, count, isAll) => `${format.count(index)} / ${format.count(count)}${isAll ? "" : "+"}`,
  tools: "工具",
  pictures: "此文件夹中的图片",
  previous: "上一个",
  next: "下一个",
  smaller: "缩小",
  larger: "放大",
  fit: "适合窗口",
  details: "详情",
  picture: (name) => `${name}，图片`,
  facts: { pixels: "像素", length: "时长", lines: "行数", pages: "页数", title: "标题" },
  find: { previous: "上一处", next: "下一处", nothing: "未找到", looking: "正在查找…" },
  text: {
    about: (kind, encoding, lines) =>
      [kind, encoding, `${format.count(lines)} 行`].filter((part) => part !== "").join(" · "),
    aboutCut: (kind, encoding) => [kind, encoding].filter((part) => part !== "").join(" · "),
    find: "在文本中查找",
    wrap: "自动换行",
    source: "显示源文本",
    copyAll: "全部复制",
    copyShown: "复制显示的部分",
    notInShown: "显示的部分中没有",
    cut: (shown, size) => `仅显示前 ${format.bytes(shown)}，共 ${format.bytes(size)}。`,
    showAll: "全部显示"
  },
  pdf: {
    find: "在文档中查找",
    page: "页",
    of: (pages) => `/ ${format.count(pages)}`,
    pages: "页面",
    print: "打印",
    printing: (page, pages) => `正在准备打印第 ${format.count(page)} 页，共 ${format.count(pages)} 页…`,
    missing: (pages, keys) => `此处缺少部分页面。在云盘中按 ${keys} 可打印全部 ${format.count(pages)} 页。`
  },
  video: {
    play: "播放",
    pause: "暂停",
    back: "后退 10 秒",
    position: "位置",
    sound: "声音",
    loudness: "音量",
    speed: "速度",
    fullScreen: "全屏",
    enough: (loaded, speed) => `已加载到 ${loaded}。此空间速度为 ${speed}，足够播放。`,
    slow: (loaded, speed) => `已加载到 ${loaded}。此空间速度为 ${speed}，不足以流畅播放。`
  },
  captions: { label: "字幕", on: "开", off: "关", broken: "无法读取字幕。" },
  none: "此类文件无法在这里显示",
  noneText: "下载后即可查看。",
  unreadable: "无法在这里显示此文件",
  unreadableText: "它可能已损坏或被加密，也可能使用了此浏览器不支持的格式。下载后即可查看。",
  empty: "此文件为空",
  emptyText: "没有可显示的内容。",
  downloadSize: (size) => `下载（${size}）`,
  failed: "无法显示"
}
