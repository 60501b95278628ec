import type { FileRow } from "effect-drive/react"
import { UserRoundPlus } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { useOpenDialog } from "../parts/Dialogs.js"
import { useSpace } from "../shell/Spaces.js"
import { openShare } from "./openShare.js"

/** The way to a file's link from the panel of its details. */
export const LinkSection = ({ file }: { readonly file: FileRow }): ReactElement | null => {
  const { t } = useLanguage()
  const { spaceId } = useSpace()
  const openDialog = useOpenDialog()
  return file.type === "folder" ? null : (
    <section>
      <Button icon={UserRoundPlus} onPress={() => openShare(openDialog, file, spaceId)} size="small">
        {t.share.actionMore}
      </Button>
    </section>
  )
}
