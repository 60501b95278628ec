import { Menu } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import { useShellControls } from "./ShellControls.js"

/** Opens the places, where there is no folder above to go to. */
export const PlacesButton = ({ className }: { readonly className?: string | undefined }): ReactElement => {
  const { t } = useLanguage()
  const { isPlacesOpen, openPlaces } = useShellControls()
  return (
    <IconButton
      aria-expanded={isPlacesOpen}
      className={className}
      icon={Menu}
      iconSize={20}
      label={t.shell.places}
      onPress={openPlaces}
    />
  )
}
