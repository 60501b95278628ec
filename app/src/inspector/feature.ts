import type { Feature } from "../shell/Feature.js"
import { InspectorButton } from "./InspectorButton.js"
import { InspectorLayer } from "./InspectorLayer.js"

export const feature: Feature = {
  id: "inspector",
  topbar: [InspectorButton],
  layers: [InspectorLayer],
  shortcuts: [{ id: "inspector", keys: ["Mod+."], group: "windows", label: (t) => t.shell.inspector }]
}
