import { Star } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "starred",
  rooms: [{
    room: "starred",
    icon: Star,
    label: (t) => t.files.starred,
    page: loadedLater(async () => (await import("./StarredPage.js")).StarredPage)
  }]
}
