import { UserRoundPlus } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"
import { openShare } from "./openShare.js"

export const feature: Feature = {
  id: "share",
  details: [loadedLater(async () => (await import("./LinkSection.js")).LinkSection)],
  fileActions: [{
    id: "share",
    group: "share",
    icon: UserRoundPlus,
    label: (t) => t.share.actionMore,
    shortLabel: (t) => t.share.action,
    shortcut: "Shift+S",
    inBar: "button",
    isQuick: true,
    // the service shares assets, and an asset is one file
    isOffered: ({ files }) => files.length === 1 && files[0]?.type === "file",
    run: ({ files, openDialog, space }) => {
      if (files[0] !== undefined) openShare(openDialog, files[0], space.spaceId)
    }
  }],
  shortcuts: [{ id: "share", keys: ["Shift+S"], group: "selection", label: (t) => t.share.action }]
}
