import { format } from "../language/chinese.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  back: "返回列表",
  at: (index, count, isAll) => `${format.count(index)} / ${format.count(count)}${isAll ? "" : "+"}`,
  previous: "上一个",
  next: "下一个",
  smaller: "缩小",
  larger: "放大",
  fit: "适合窗口",
  wall: "切换背景",
  details: "详情",
  picture: (name) => `${name}，图片`,
  text: {
    about: (kind, lines) => `${kind} · UTF-8 · ${format.count(lines)} 行`,
    find: "在文本中查找",
    wrap: "自动换行",
    copyAll: "全部复制",
    cut: (size) => `显示前 ${format.bytes(size)}`,
    showAll: "全部显示"
  },
  pdf: { page: "页", of: (pages) => `/ ${format.count(pages)}`, find: "在文档中查找", pages: "页面" },
  video: {
    play: "播放",
    pause: "暂停",
    back: "后退 10 秒",
    position: "位置",
    sound: "声音",
    captions: "字幕",
    speed: "速度",
    fullScreen: "全屏",
    enough: (loaded, speed) => `已加载到 ${loaded}。此空间速度为 ${speed}，足够播放。`,
    slow: (loaded, speed) => `已加载到 ${loaded}。此空间速度为 ${speed}，不足以流畅播放。`
  },
  none: "此类文件无法在这里显示",
  noneText: "下载后即可查看。",
  failed: "无法显示"
}
