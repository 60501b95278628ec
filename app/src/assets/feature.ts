import { Shapes } from "lucide-react"
import { createElement } from "react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"

const FileAssetDialog = loadedLater(async () => (await import("./FileAssetDialog.js")).FileAssetDialog)

const hasAsset = ({ assetId }: { readonly assetId?: string | undefined }): boolean =>
  assetId !== undefined && assetId !== ""

export const feature: Feature = {
  id: "assets",
  rooms: [{
    room: "assets",
    icon: Shapes,
    label: (t) => t.assets.place,
    page: loadedLater(async () => (await import("./AssetsPage.js")).AssetsPage)
  }],
  places: [loadedLater(async () => (await import("./PinnedPlaces.js")).PinnedPlaces)],
  fileActions: [{
    id: "asset",
    group: "share",
    icon: Shapes,
    label: (t, files) => files.every(hasAsset) ? t.assets.fileAsset : t.assets.addFile,
    shortcut: "Shift+A",
    // a folder of files is no asset
    isOffered: ({ files }) => files.length > 0 && files.every(({ type }) => type === "file"),
    run: ({ files, list, openDialog, space }) =>
      openDialog((onClose) =>
        createElement(FileAssetDialog, { files, spaceId: space.spaceId, onClose, onDone: list.reload })
      )
  }],
  shortcuts: [
    { id: "asset", keys: ["Shift+A"], group: "selection", label: (t) => t.assets.addFile },
    { id: "permission", keys: ["Shift+A"], group: "selection", label: (t) => t.assets.permissionMore },
    { id: "pin", keys: ["Shift+P"], group: "selection", label: (t) => t.assets.pin }
  ]
}
