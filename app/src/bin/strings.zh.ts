import { format } from "../language/chinese.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  place: "回收站",
  about: "内容会保留到你永久删除为止，届时才释放存储空间。",
  columns: { wasIn: "原位置", deleted: "删除时间" },
  sum: (count, size) => `${format.count(count)} 项 · ${format.bytes(size)}`,
  restore: "恢复",
  remove: "永久删除",
  removeMore: "永久删除…",
  clear: "清空回收站",
  clearMore: "清空回收站…",
  restored: (count) => `已恢复 ${format.count(count)} 项`,
  removed: (count) => `已永久删除 ${format.count(count)} 项`,
  cleared: "回收站已清空",
  empty: "回收站是空的",
  emptyText: "删除的内容会先放在这里，可以恢复。",
  removeTitle: (count) => `永久删除 ${format.count(count)} 项？`,
  removeText: (files, size) => `${format.count(files)} 个文件，${format.bytes(size)}。`,
  noUndo: "此操作无法撤销。",
  andMore: (count) => `还有 ${format.count(count)} 项`,
  andMoreSince: (count, date) => `还有 ${format.count(count)} 项，最早的删除于 ${date}`,
  clearTitle: "清空回收站？",
  clearText: (count, size) => `全部 ${format.count(count)} 项将被永久删除 · ${format.bytes(size)}`,
  clearSpace: (space) => `这会清空“${space}”中所有人的回收站。`,
  clearNoUndo: "此操作无法撤销。"
}
