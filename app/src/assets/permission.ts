import type { AssetRow } from "effect-drive/react"
import type { LucideIcon } from "lucide-react"
import { Download, Eye, Pencil, Upload, UsersRound } from "lucide-react"
import type { AssetFace } from "./useAssetLanguage.js"

/** The words that this drive sets as a permission. A service may have others: those are shown as they are. */
export const permissions = ["view", "download", "add", "edit", "full"] as const

export type Permission = (typeof permissions)[number]

type RawAction = AssetRow["rawAction"]

export const permissionIcons: Readonly<Record<Permission, LucideIcon>> = {
  view: Eye,
  download: Download,
  add: Upload,
  edit: Pencil,
  full: UsersRound
}

export const permissionOf = (rawAction: RawAction): Permission | undefined =>
  permissions.find((permission) => permission === rawAction)

/** A permission in words; `undefined` where the service says none. */
export const permissionText = (rawAction: RawAction, { assets }: AssetFace["t"]): string | undefined => {
  const known = permissionOf(rawAction)
  return known === undefined ? rawAction === undefined ? undefined : String(rawAction) : assets.access[known]
}

export const canEdit = ({ rawAction }: AssetRow): boolean => rawAction === "edit" || rawAction === "full"
