import { format } from "../language/chinese.js"
import type { strings as english } from "./strings.js"

export const strings: typeof english = {
  place: "资产",
  pinned: "已固定",
  allFolders: "全部文件夹",
  folders: (count) => `${format.count(count)} 个文件夹`,
  columns: { access: "你的权限", shared: "分享" },
  access: { full: "完全控制", edit: "可编辑", add: "可添加", view: "可查看", none: "无权限" },
  filters: { byMe: "我分享的", canEdit: "可编辑" },
  onlyYou: "仅自己",
  link: "链接",
  linkEnds: (date) => `链接，${date} 到期`,
  pin: "固定",
  unpin: "取消固定",
  newAsset: "新建资产",
  newFolder: "新建文件夹",
  permission: "权限",
  empty: "还没有资产",
  emptyText: "资产把文件、权限和链接放在一起。"
}
