import { AppWindow, Gauge, Info } from "lucide-react"
import type { ReactElement } from "react"
import { Icon } from "../parts/Icon.js"
import { spaceName, useSpace } from "../shell/Spaces.js"
import type { OtherTabs } from "./otherTabs.js"
import type { PanelTab } from "./panelState.js"
import styles from "./TransfersPanel.module.css"
import { useUploadLanguage } from "./useUploadLanguage.js"

/** What a tab of the panel says below its rows, if anything. */
export const TransfersFoot = (
  { others, tab }: { readonly tab: PanelTab; readonly others: OtherTabs | undefined }
): ReactElement | null => {
  const { t } = useUploadLanguage()
  const { downloadSpeed, name, spaceId } = useSpace()
  const foot = tab === "tasks"
    ? { icon: Info, text: t.download.tasks.foot }
    : tab === "downloads"
    ? downloadSpeed === undefined
      ? undefined
      : { icon: Gauge, text: t.download.throttledSpace(spaceName({ name, spaceId }), downloadSpeed) }
    : others === undefined
    ? undefined
    : { icon: AppWindow, text: t.upload.otherTab(others.count, others.percent) }
  return foot === undefined ? null : (
    <p className={styles.foot}>
      <Icon of={foot.icon} size={14} />
      <span>{foot.text}</span>
    </p>
  )
}
