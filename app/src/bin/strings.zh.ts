import { format } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english & typeof later = {
  place: "回收站",
  about: "内容会保留到你永久删除为止，届时才释放存储空间。",
  columns: { wasIn: "原位置", deleted: "删除时间" },
  sum: (count, size, isAll) =>
    `${format.count(count)}${isAll ? "" : "+"} 项${size === undefined ? "" : ` · ${format.bytes(size)}`}`,
  restore: "恢复",
  remove: "永久删除",
  removeMore: "永久删除…",
  clear: "清空回收站",
  clearMore: "清空回收站…",
  rowName: (row) =>
    [row.name, row.kind, row.size, row.deleted === undefined ? undefined : `删除于 ${row.deleted}`]
      .filter((part) => part !== undefined).join("，"),
  mustRestore: (name) => `“${name}”在回收站中，恢复后才能打开。`,
  restored: (count) => `已恢复 ${format.count(count)} 项`,
  restoredAs: (name, restored) => `“${name}”现在名为“${restored}”`,
  notRestored: (count) => `${format.count(count)} 项未恢复`,
  notRemoved: (count) => `${format.count(count)} 项未删除`,
  failed: { restore: "未恢复", remove: "未删除" },
  removed: (count) => `已永久删除 ${format.count(count)} 项`,
  cleared: "回收站已清空",
  clearing: "正在清空回收站。",
  clearingText: "云盘会自行完成，可以离开此页面。",
  notCleared: "回收站未清空",
  empty: "回收站是空的",
  emptyText: "删除的内容会先放在这里，可以恢复。",
  removeTitle: (count) => `永久删除 ${format.count(count)} 项？`,
  removeText: (files, size) => `${format.count(files)} 个文件，${format.bytes(size)}。`,
  taken: {
    title: (count) => count === 1 ? "名称已被占用" : `${format.count(count)} 个名称已被占用`,
    text: (name, folder) => `“${folder}”中现已有另一个“${name}”。`,
    keepBoth: "保留两者",
    keepBothText: (name) => `现有的一项将重命名为“${name}”。`,
    replace: "替换",
    replaceText: "现有的一项将移入回收站。",
    skip: "留在回收站",
    forAll: (count) => `对其余 ${format.count(count)} 项也这样处理`
  },
  noUndo: "此操作无法撤销。",
  andMore: (count) => `还有 ${format.count(count)} 项`,
  andMoreSince: (count, date) => `还有 ${format.count(count)} 项，最早的删除于 ${date}`,
  clearTitle: "清空回收站？",
  clearText: (count, size, isAll) =>
    `全部 ${format.count(count)}${isAll ? "" : "+"} 项将被永久删除${
      size === undefined ? "" : ` · ${format.bytes(size)}`
    }`,
  clearSpace: (space) => `这会清空“${space}”中所有人的回收站。`,
  clearNoUndo: "此操作无法撤销。"
}
