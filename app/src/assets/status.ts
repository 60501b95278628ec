import type { AssetRow } from "effect-drive/react"
import type { AssetFace } from "./useAssetLanguage.js"

/** Set once the bytes of an asset are there. */
const ready = 1

export const isReady = ({ status }: AssetRow): boolean => status === ready

/** The status of an asset in words; a word of the service's own stands as it is. */
export const statusText = ({ status }: AssetRow, { assets }: AssetFace["t"]): string | undefined =>
  status === undefined ? undefined : status === ready ? assets.status.ready : status === 0
    ? assets.status.unfinished
    : String(status)
