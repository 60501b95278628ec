import { Activity } from "lucide-react"
import type { Feature } from "../shell/Feature.js"
import { setDock } from "./dockState.js"
import { InspectorButton } from "./InspectorButton.js"
import { InspectorLayer } from "./InspectorLayer.js"

export const feature: Feature = {
  id: "inspector",
  topbar: [InspectorButton],
  narrowEntries: (t) => [{
    id: "inspector",
    label: t.shell.inspector,
    icon: Activity,
    onAction: () => setDock({ isOpen: true })
  }],
  layers: [InspectorLayer],
  shortcuts: [{ id: "inspector", keys: ["Mod+."], group: "windows", label: (t) => t.shell.inspector }]
}
