import { Star } from "lucide-react"
import { lazy } from "react"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "starred",
  rooms: [{
    room: "starred",
    icon: Star,
    label: (t) => t.files.starred,
    page: lazy(async () => ({ default: (await import("./StarredPage.js")).StarredPage }))
  }]
}
