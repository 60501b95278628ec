import { EllipsisVertical, ListFilter, Menu } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { MenuButton } from "../parts/MenuButton.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useFeatures } from "./Feature.js"
import { useSession } from "./Session.js"
import { useShellControls } from "./ShellControls.js"
import { useSettings } from "./useSettings.js"

/** Under 640 px a page that filters has no top bar over it: these two take its place in the page's own bar. */
export const NarrowTools = ({ onFilter }: { readonly onFilter: () => void }): ReactElement => {
  const { t } = useLanguage()
  useShortcut("filter", onFilter)
  const { openPlaces } = useShellControls()
  const { signOut } = useSession()
  const settings = useSettings()
  const tools = useFeatures().flatMap((feature) => feature.narrowEntries?.(t) ?? [])
  const places = [{ id: "places", label: t.shell.places, icon: Menu, onAction: openPlaces }]
  const account = [{ id: "out", label: t.shell.signOut, onAction: signOut }]
  return (
    <>
      <IconButton icon={ListFilter} iconSize={20} label={t.files.filter} onPress={onFilter} />
      <MenuButton
        groups={[[...places, ...tools], ...settings, account]}
        icon={EllipsisVertical}
        iconSize={20}
        label={t.parts.more}
      />
    </>
  )
}
