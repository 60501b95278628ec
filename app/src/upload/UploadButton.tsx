import { useDrive } from "effect-drive/react"
import { Upload } from "lucide-react"
import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { useSpace } from "../shell/Spaces.js"
import { chooseFiles } from "./chooseFiles.js"

/** Picks files and uploads them into the folder that is open. */
export const UploadButton = ({ folder }: { readonly folder: string }): ReactElement => {
  const { t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const choose = () => chooseFiles(drive, spaceId, folder)
  useShortcut("upload", choose)
  return <Button icon={Upload} onPress={choose} variant="primary">{t.files.upload}</Button>
}
