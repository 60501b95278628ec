import { capabilitiesOf } from "effect-drive/promise"
import { ArrowDownToLine } from "lucide-react"
import type { Feature } from "../shell/Feature.js"
import { startDownload } from "./startDownload.js"

export const feature: Feature = {
  id: "download",
  fileActions: [{
    id: "download",
    group: "open",
    icon: ArrowDownToLine,
    label: (t) => t.download.action,
    shortcut: "Shift+D",
    inBar: "button",
    isQuick: true,
    isOffered: ({ files, space }) => {
      const [file] = files
      return file !== undefined &&
        ((files.length === 1 && file.type !== "folder") || capabilitiesOf(space.platform).archive)
    },
    run: ({ drive, files, space, t }) => {
      const stem = files.length === 1 ? files[0]?.name : space.name ?? space.spaceId
      startDownload({ drive, spaceId: space.spaceId, files, archiveName: t.download.archiveName(stem ?? "") })
    }
  }],
  shortcuts: [{ id: "download", keys: ["Shift+D"], group: "selection", label: (t) => t.download.action }]
}
