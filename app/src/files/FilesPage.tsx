import type { ReactElement } from "react"
import { loadedLater } from "../parts/loadedLater.js"
import type { PageProps } from "../shell/Feature.js"
import { FolderView } from "./FolderView.js"
import { rootFolder } from "./queries.js"
import { useFolder } from "./useFolder.js"

const GoneFolder = loadedLater(async () => (await import("./GoneFolder.js")).GoneFolder)

const OneFolder = ({ place }: PageProps): ReactElement => {
  const folder = useFolder(place.folder ?? rootFolder)
  return folder.isGone && folder.error !== null
    ? <GoneFolder error={folder.error} folder={folder} place={place} />
    : <FolderView folder={folder} place={place} />
}

export const FilesPage = ({ place }: PageProps): ReactElement => (
  <OneFolder key={`${place.space}/${place.folder ?? ""}`} place={place} />
)
