import type { Feature } from "./Feature.js"

export const shellFeature: Feature = {
  id: "shell",
  shortcuts: [
    { id: "up", keys: ["Mod+ArrowUp", "Alt+ArrowUp", "Backspace"], group: "move", label: (t) => t.shell.keyboard.up },
    { id: "filter", keys: ["/"], group: "move", label: (t) => t.shell.keyboard.filter },
    {
      id: "region",
      keys: ["F6"],
      group: "move",
      label: (t) => t.shell.keyboard.nextRegion,
      whileTyping: true,
      overViewer: true
    },
    {
      id: "region-back",
      keys: ["Shift+F6"],
      group: "move",
      label: (t) => t.shell.keyboard.previousRegion,
      whileTyping: true,
      overViewer: true
    },
    { id: "undo", keys: ["Mod+Z"], group: "here", label: (t) => t.parts.undo, overViewer: true },
    { id: "shortcuts", keys: ["?"], group: "windows", label: (t) => t.shell.keyboard.thisList }
  ]
}
