import { Trash2 } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "bin",
  rooms: [{
    room: "bin",
    icon: Trash2,
    label: (t) => t.bin.place,
    page: loadedLater(async () => (await import("./BinPage.js")).BinPage)
  }],
  shortcuts: [
    { id: "restore", keys: ["Shift+R"], group: "selection", label: (t) => t.bin.restore },
    { id: "remove", keys: ["Delete"], group: "selection", label: (t) => t.bin.remove }
  ]
}
