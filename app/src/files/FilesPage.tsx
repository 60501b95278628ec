import type { ReactElement } from "react"
import type { PageProps } from "../shell/Feature.js"
import { FolderView } from "./FolderView.js"

export const FilesPage = ({ place }: PageProps): ReactElement => (
  <FolderView key={`${place.space}/${place.folder ?? ""}`} place={place} />
)
