import { Copy, FolderInput, FolderOpen, Info, Pencil, Star, Trash2 } from "lucide-react"
import { createElement } from "react"
import { loadedLater } from "../parts/loadedLater.js"
import type { FileAction } from "../shell/Feature.js"

const MoveDialog = loadedLater(async () => (await import("./MoveDialog.js")).MoveDialog)

/** What the drive itself can do with files; sharing, downloading and previews are added by their own features. */
export const fileActions: ReadonlyArray<FileAction> = [
  {
    id: "open",
    group: "open",
    icon: FolderOpen,
    label: (t) => t.files.actions.open,
    shortcut: "Enter",
    isOffered: ({ files }) => files.length === 1 && files[0]?.type === "folder",
    run: ({ files, list }) => {
      if (files[0] !== undefined) list.open(files[0])
    }
  },
  {
    id: "rename",
    group: "organise",
    icon: Pencil,
    label: (t) => t.files.actions.rename,
    shortcut: "F2",
    isOffered: ({ files }) => files.length === 1,
    run: ({ files, list }) => {
      if (files[0] !== undefined) list.rename(files[0].fileId)
    }
  },
  {
    id: "move",
    group: "organise",
    icon: FolderInput,
    label: (t) => t.files.actions.moveTo,
    shortLabel: (t) => t.files.actions.move,
    shortcut: "Shift+M",
    inBar: "button",
    isQuick: true,
    isOffered: ({ files }) => files.length > 0,
    run: ({ files, folder, list, openDialog, space }) =>
      openDialog((onClose) =>
        createElement(MoveDialog, {
          files,
          folder,
          spaceId: space.spaceId,
          onClose,
          onMove: (to) => list.move(files, to),
          onCopy: (to) => list.copy(files, to)
        })
      )
  },
  {
    id: "copy-here",
    group: "organise",
    icon: Copy,
    label: (t) => t.files.actions.makeCopy,
    shortcut: "Mod+D",
    inBar: "icon",
    isQuick: true,
    shortLabel: (t) => t.files.actions.copy,
    isOffered: ({ files }) => files.length > 0,
    run: ({ files, list }) => list.copyHere(files)
  },
  {
    id: "star",
    group: "organise",
    icon: Star,
    label: (t, files) => files.every(({ starred }) => starred === true) ? t.files.actions.unstar : t.files.actions.star,
    shortLabel: (t) => t.files.actions.starShort,
    shortcut: "S",
    inBar: "icon",
    isQuick: true,
    // a service that knows stars says of every file whether it has one
    isOffered: ({ files }) => files.length > 0 && files.every(({ starred }) => starred !== undefined),
    run: ({ files, list }) => list.star(files, !files.every(({ starred }) => starred === true))
  },
  {
    id: "details",
    group: "organise",
    icon: Info,
    label: (t) => t.files.actions.details,
    shortcut: "I",
    isOffered: ({ files }) => files.length === 1,
    run: ({ files, list }) => {
      if (files[0] !== undefined) list.details(files[0])
    }
  },
  {
    id: "recycle",
    group: "remove",
    icon: Trash2,
    label: (t) => t.files.actions.recycle,
    shortLabel: (t) => t.files.actions.recycleShort,
    shortcut: "Delete",
    inBar: "icon",
    isDangerous: true,
    isOffered: ({ files }) => files.length > 0,
    run: ({ files, list }) => list.recycle(files)
  }
]
