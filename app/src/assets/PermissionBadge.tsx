import type { AssetRow } from "effect-drive/react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Badge } from "../parts/Badge.js"
import { permissionIcons, permissionOf, permissionText } from "./permission.js"

/** A permission: always an icon and a word where the word is known, never a colour alone. */
export const PermissionBadge = ({ asset }: { readonly asset: AssetRow }): ReactElement | null => {
  const { t } = useLanguage()
  const known = permissionOf(asset.rawAction)
  const text = permissionText(asset.rawAction, t)
  if (text === undefined) return null
  return (
    <Badge
      icon={known === undefined ? undefined : permissionIcons[known]}
      tone={known === "full" ? "accent" : "neutral"}
    >
      {text}
    </Badge>
  )
}
