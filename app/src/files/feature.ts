import { FolderClosed } from "lucide-react"
import type { Feature } from "../shell/Feature.js"
import { preloadedPage } from "../shell/preloadedPage.js"
import { fileActions } from "./actions.js"

// nearly every visit opens a folder: its code comes while the sign-in is under way
const filesPage = preloadedPage(import("./FilesPage.js").then(({ FilesPage }) => FilesPage))

export const feature: Feature = {
  id: "files",
  rooms: [{
    room: "files",
    icon: FolderClosed,
    label: (t) => t.files.place,
    page: filesPage
  }],
  fileActions,
  shortcuts: [
    { id: "next", keys: ["ArrowUp", "ArrowDown"], group: "move", label: (t) => t.files.keys.next, isOwn: true },
    { id: "open", keys: ["Enter"], group: "move", label: (t) => t.parts.open, isOwn: true },
    { id: "select", keys: ["X", "Mod+Space"], group: "select", label: (t) => t.files.keys.selectOne, isOwn: true },
    {
      id: "extend",
      keys: ["Shift+ArrowUp", "Shift+ArrowDown"],
      group: "select",
      label: (t) => t.files.keys.extend,
      isOwn: true
    },
    { id: "all", keys: ["Mod+A"], group: "select", label: (t) => t.files.keys.all },
    { id: "clear", keys: ["Escape"], group: "select", label: (t) => t.files.keys.back },
    { id: "rename", keys: ["F2"], group: "selection", label: (t) => t.files.actions.rename },
    { id: "move", keys: ["Shift+M"], group: "selection", label: (t) => t.files.actions.moveTo },
    { id: "copy-here", keys: ["Mod+D"], group: "selection", label: (t) => t.files.actions.makeCopy },
    { id: "star", keys: ["S"], group: "selection", label: (t) => t.files.actions.starShort },
    { id: "details", keys: ["I"], group: "selection", label: (t) => t.files.actions.details },
    { id: "recycle", keys: ["Delete"], group: "selection", label: (t) => t.files.actions.recycle },
    { id: "new-folder", keys: ["Shift+N"], group: "here", label: (t) => t.files.newFolder },
    { id: "cut", keys: ["Mod+X"], group: "here", label: (t) => t.files.actions.cut },
    { id: "copy", keys: ["Mod+C"], group: "here", label: (t) => t.files.actions.copy },
    { id: "paste", keys: ["Mod+V"], group: "here", label: (t) => t.files.actions.paste }
  ]
}
