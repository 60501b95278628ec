import { HardDrive } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "space",
  rooms: [{
    room: "space",
    icon: HardDrive,
    label: (t) => t.space.place,
    page: loadedLater(async () => (await import("./SpacePage.js")).SpacePage)
  }]
}
