import { useUploads } from "effect-drive/react"
import { ArrowDownUp } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { keyText } from "../parts/keyNames.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { isMoving } from "./counts.js"
import { setPanel, usePanel } from "./panelState.js"

export const TransfersButton = (): ReactElement => {
  const { t } = useLanguage()
  const { state } = usePanel()
  const moves = useUploads(isMoving)
  const toggle = () => setPanel(state === "open" ? "closed" : "open")
  useShortcut("transfers", toggle)
  return (
    <IconButton
      aria-expanded={state === "open"}
      dot={moves ? "accent" : undefined}
      ground="canvas"
      icon={ArrowDownUp}
      keys={keyText("Shift+T")}
      label={t.shell.transfers}
      onPress={toggle}
    />
  )
}
