import type { ReactElement } from "react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { useShortcut } from "../parts/Shortcuts.js"
import { OfflineBanner } from "../shell/OfflineBanner.js"
import { ProblemState } from "../shell/ProblemState.js"
import type { Place } from "../shell/routes.js"
import { useRoute } from "../shell/useRoute.js"
import barStyles from "./Bar.module.css"
import { Crumbs } from "./Crumbs.js"
import type { Folder } from "./useFolder.js"
import { takesFocus } from "./useOpenFolder.js"

export interface GoneFolderProps {
  readonly folder: Folder
  readonly error: Error
  readonly place: Place
}

/** A folder that was deleted: the way to it where that is known, and nothing that would be put into it. */
export const GoneFolder = ({ error, folder, place }: GoneFolderProps): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  const crumbs = folder.crumbs ?? []
  const title = crumbs.at(-1)?.name ?? t.files.place
  useShortcut("up", crumbs.length === 0 ? undefined : () => go({ ...place, folder: crumbs.at(-2)?.fileId }))
  useEffect(() => {
    if (takesFocus(place)) document.getElementById("list")?.focus()
  }, [place])
  return (
    <>
      <title>{t.shell.title(title)}</title>
      <OfflineBanner loadedAt={folder.loadedAt === 0 ? undefined : folder.loadedAt} onCheck={folder.refetch} />
      <div className={barStyles.bar} data-gone data-region="bar">
        {crumbs.length === 0
          ? <h1 className={barStyles.here}>{title}</h1>
          : <Crumbs crumbs={crumbs} onDrop={undefined} place={place} />}
      </div>
      <ProblemState error={error} retry={folder.refetch} />
    </>
  )
}
