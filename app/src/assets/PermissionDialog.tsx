import type { AssetRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { useState } from "react"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { Icon } from "../parts/Icon.js"
import styles from "./Choices.module.css"
import { permissionIcons, permissionOf, permissions, permissionText } from "./permission.js"
import { useAssetLanguage } from "./useAssetLanguage.js"

export interface PermissionDialogProps {
  readonly assets: ReadonlyArray<AssetRow>
  readonly onChoose: (rawAction: string) => void
  readonly onClose: () => void
}

/** Sets one permission for all that is selected. A word of the service that is not known here can stay, not be chosen. */
export const PermissionDialog = ({ assets, onChoose, onClose }: PermissionDialogProps): ReactElement => {
  const { t } = useAssetLanguage()
  const [first] = assets
  const isSame = assets.every(({ rawAction }) => rawAction === first?.rawAction)
  const now = isSame ? permissionOf(first?.rawAction) : undefined
  const [chosen, setChosen] = useState(now)
  const unknown = isSame && now === undefined ? permissionText(first?.rawAction, t) : undefined
  return (
    <Dialog
      about={[t.assets.permissionFor(first?.name ?? "", assets.length - 1), unknown].filter(Boolean).join(" · ")}
      foot={
        <>
          <Button onPress={onClose} variant="ghost">{t.parts.cancel}</Button>
          <Button
            isDisabled={chosen === undefined}
            onPress={() => {
              onClose()
              if (chosen !== undefined && chosen !== now) onChoose(chosen)
            }}
            variant="primary"
          >
            {t.parts.save}
          </Button>
        </>
      }
      onClose={onClose}
      title={t.assets.permission}
    >
      <div aria-label={t.assets.permission} className={styles.choices} role="radiogroup">
        {permissions.map((permission, index) => (
          <label className={styles.choice} key={permission}>
            <input
              autoFocus={permission === (now ?? permissions[0]) || (now === undefined && index === 0)}
              checked={chosen === permission}
              name="permission"
              onChange={() => setChosen(permission)}
              type="radio"
              value={permission}
            />
            <Icon of={permissionIcons[permission]} />
            <span>
              <b>{t.assets.access[permission]}</b>
              <small>{t.assets.accessText[permission]}</small>
            </span>
          </label>
        ))}
      </div>
    </Dialog>
  )
}
