import { PanelRight } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { IconButton } from "../parts/IconButton.js"
import styles from "./Bar.module.css"

export interface DetailsButtonProps {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Opens and closes the panel of details, with or without something selected. */
export const DetailsButton = ({ isOpen, onToggle }: DetailsButtonProps): ReactElement => {
  const { t } = useLanguage()
  return (
    <IconButton
      className={styles.details}
      icon={PanelRight}
      label={t.files.details}
      onPress={onToggle}
      pressed={isOpen}
    />
  )
}
