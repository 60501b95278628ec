import { Eye } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "preview",
  viewer: loadedLater(async () => (await import("./Viewer.js")).Viewer),
  fileActions: [{
    id: "preview",
    group: "open",
    icon: Eye,
    label: (t) => t.preview.action,
    shortcut: "Space",
    isOffered: ({ files }) => files.length === 1 && files[0]?.type === "file",
    run: ({ files, list }) => {
      if (files[0] !== undefined) list.open(files[0])
    }
  }],
  shortcuts: [{ id: "preview", keys: ["Space"], group: "move", label: (t) => t.preview.action }]
}
