import { Activity } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { keyText } from "../parts/keyNames.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { setDock, useDock } from "./dockState.js"

export const InspectorButton = (): ReactElement => {
  const { t } = useLanguage()
  const { hasFaults, isOpen } = useDock()
  const toggle = () => setDock({ isOpen: !isOpen })
  useShortcut("inspector", toggle)
  return (
    <IconButton
      aria-expanded={isOpen}
      dot={hasFaults ? "warning" : undefined}
      ground="canvas"
      icon={Activity}
      keys={keyText("Mod+.")}
      label={t.shell.inspector}
      onPress={toggle}
    />
  )
}
