import { FolderUp, Upload } from "lucide-react"
import { loadedLater } from "../parts/loadedLater.js"
import type { Feature } from "../shell/Feature.js"
import { chooseFiles, chooseFolder } from "./chooseFiles.js"
import { TakeFiles } from "./TakeFiles.js"
import { TransfersButton } from "./TransfersButton.js"
import { UploadButton } from "./UploadButton.js"

export const feature: Feature = {
  id: "upload",
  folderActions: [UploadButton],
  topbar: [TransfersButton],
  layers: [TakeFiles],
  laterLayers: [loadedLater(async () => (await import("./Transfers.js")).Transfers)],
  addEntries: ({ drive, folder, space, t }) => [{
    id: "upload",
    label: t.upload.actions.files,
    icon: Upload,
    onAction: () => chooseFiles({ drive, spaceId: space.spaceId, folder })
  }, {
    id: "upload-folder",
    label: t.upload.actions.folder,
    icon: FolderUp,
    onAction: () => chooseFolder({ drive, spaceId: space.spaceId, folder })
  }],
  shortcuts: [
    { id: "upload", keys: ["Shift+U"], group: "here", label: (t) => t.upload.actions.files },
    { id: "transfers", keys: ["Shift+T"], group: "windows", label: (t) => t.shell.transfers }
  ]
}
