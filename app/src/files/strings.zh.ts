import { format } from "../language/format.zh.js"
import type { strings as later } from "./laterStrings.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english & typeof later = {
  place: "文件",
  starred: "星标",
  filter: "筛选此列表",
  clearFilterText: "清除筛选文字",
  closeFilter: "关闭筛选",
  filters: "筛选",
  kinds: { images: "图片", video: "视频", audio: "音频", documents: "文档", folders: "文件夹" },
  items: (count, isAll) => isAll ? `${format.count(count)} 项` : `${format.count(count)}+ 项`,
  itemsShown: (shown, count, isAll) => `${format.count(shown)} / ${format.count(count)}${isAll ? "" : "+"} 项`,
  printed: (itemsShown) => `已打印：${itemsShown}`,
  view: "视图",
  views: { list: "列表", grid: "网格" },
  details: "详情",
  selectOne: "选择一项以查看详情。",
  columns: { name: "名称", kind: "类型", modified: "修改时间", size: "大小", actions: "操作" },
  sortBy: "排序方式",
  selectAll: "全选",
  foldersHead: "文件夹",
  filesHead: "文件",
  newFolder: "新建文件夹",
  newFolderName: "新建文件夹",
  create: "创建",
  upload: "上传",
  add: "添加",
  selected: (count) => `已选 ${format.count(count)} 项`,
  clearSelection: "取消选择",
  rowName: (row) =>
    [
      row.name,
      row.kind,
      row.size,
      row.modified,
      row.starred ? "已加星标" : undefined,
      row.linked ? "有链接" : undefined
    ]
      .filter((part) => part !== undefined).join("，"),
  sorted: (column, isAscending) => `按${column}${isAscending ? "升序" : "降序"}排列`,
  loading: (folder) => `正在加载“${folder}”`,
  pending: {
    creating: "正在创建…",
    copying: "正在复制…",
    moving: "正在移动…",
    renaming: "正在重命名…",
    saving: "正在保存…"
  },
  failed: { rename: "未重命名", move: "未移动", copy: "未复制", create: "未创建", recycle: "未移入回收站" },
  rename: { label: "新名称", hint: "回车保存 · Esc 取消", empty: "名称不能为空。", use: (name) => `使用“${name}”` },
  actions: {
    open: "打开",
    preview: "预览",
    rename: "重命名",
    move: "移动",
    moveTo: "移动到…",
    makeCopy: "创建副本",
    cut: "剪切",
    copy: "复制",
    paste: "粘贴",
    star: "加星标",
    unstar: "取消星标",
    starShort: "加星标",
    tags: "标签",
    details: "详情",
    recycle: "移入回收站",
    recycleShort: "移入回收站",
    reload: "刷新列表"
  },
  empty: {
    title: (folder) => `“${folder}”中还没有内容`,
    text: "可将文件或文件夹拖放到窗口任意位置、粘贴图片，或选择文件。",
    action: "选择文件",
    filterKind: {
      images: "此文件夹中没有图片",
      video: "此文件夹中没有视频",
      audio: "此文件夹中没有音频",
      documents: "此文件夹中没有文档",
      folders: "此文件夹中没有文件夹"
    },
    filterText: (text) => `没有名称包含“${text}”的项目`,
    filterMany: "此文件夹中没有符合的项目",
    filterHides: (count) => `筛选隐藏了全部 ${format.count(count)} 项。`,
    clearFilter: "清除筛选",
    starredTitle: "还没有加星标的内容",
    starredText: "给常用的内容加星标，它会留在原处，也会显示在这里。"
  },
  move: {
    title: (count) => `移动或复制 ${format.count(count)} 项`,
    about: (first, others) => others === 0 ? first : `${first} 等 ${format.count(others + 1)} 项`,
    filter: "筛选已加载的文件夹",
    recent: "最近",
    here: () => "已在此处",
    loading: "正在加载…",
    copyHere: "复制到此处",
    moveTo: (folder) => `移动到“${folder}”`,
    newFolder: "新建文件夹",
    newFolderIn: (folder) => `在“${folder}”中新建文件夹`,
    folders: "文件夹"
  },
  drag: {
    items: (count) => `${format.count(count)} 项`,
    moved: (count, folder) => `已将 ${format.count(count)} 项移动到“${folder}”`
  },
  done: {
    created: (name) => `已创建“${name}”`,
    renamed: (name) => `已重命名为“${name}”`,
    recycled: (count) => `已将 ${format.count(count)} 项移入回收站`,
    restored: (count) => `已恢复 ${format.count(count)} 项`,
    copied: (count) => `已复制 ${format.count(count)} 项`,
    undone: "已撤销"
  },
  notDone: {
    recycle: (count) => `${format.count(count)} 项未移入回收站`,
    undo: "无法撤销",
    intoItself: "文件夹不能移动到它自身里面。"
  },
  tags: {
    title: "标签",
    key: "键",
    value: "值",
    add: "添加一组",
    count: (count, most) => `${format.count(count)} / ${format.count(most)}`,
    twice: (key) => `已有“${key}”。`,
    used: "此文件夹中用过的",
    saved: "已保存",
    savedButOne: "已保存，除一项外",
    savedOf: (name) => `已保存“${name}”的标签`,
    notSaved: (name) => `“${name}”的标签未保存`,
    remove: (key) => `移除“${key}”`
  },
  facts: {
    kind: "类型",
    size: "大小",
    added: "添加时间",
    modified: "修改时间",
    where: "位置",
    pixels: "像素",
    taken: "拍摄时间",
    length: "时长",
    lines: "行数",
    support: "供支持人员使用",
    id: "编号",
    hash: "校验和"
  },
  keys: {
    next: "下一项、上一项",
    selectOne: "选择或取消",
    extend: "扩展选择",
    all: "全选已加载的",
    back: "取消选择、关闭详情、清空筛选"
  }
}
