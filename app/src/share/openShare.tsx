import type { OpenDialog } from "../parts/Dialogs.js"
import { loadedLater } from "../parts/loadedLater.js"
import type { ShareTarget } from "./target.js"

const ShareDialog = loadedLater(async () => (await import("./ShareDialog.js")).ShareDialog)

/** Opens the dialog about the link of a file or an asset. */
export const openShare = (openDialog: OpenDialog, target: ShareTarget, spaceId: string): void =>
  openDialog((close) => (
    <ShareDialog
      onClose={close}
      onReopen={() => openShare(openDialog, target, spaceId)}
      spaceId={spaceId}
      target={target}
    />
  ))
