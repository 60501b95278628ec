import { HardDrive } from "lucide-react"
import { lazy } from "react"
import type { Feature } from "../shell/Feature.js"

export const feature: Feature = {
  id: "space",
  rooms: [{
    room: "space",
    icon: HardDrive,
    label: (t) => t.space.place,
    page: lazy(async () => ({ default: (await import("./SpacePage.js")).SpacePage }))
  }]
}
