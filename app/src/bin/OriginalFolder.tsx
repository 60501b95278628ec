import { useQuery } from "@tanstack/react-query"
import type { BinRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { rootFolder } from "../files/queries.js"
import { useLanguage } from "../language/Language.js"
import { useSpace } from "../shell/Spaces.js"

/** The folder that something was deleted from: by its path where the service tells it, else by that folder's own name. */
export const OriginalFolder = ({ item }: { readonly item: BinRow }): ReactElement => {
  const { t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const { parentFileId = rootFolder, path } = item
  const folders = path?.split("/").filter((part) => part !== "").slice(0, -1)
  const isAsked = folders === undefined && parentFileId !== rootFolder
  const parent = useQuery({
    ...driveQueries(drive, { spaceId }).file(parentFileId),
    enabled: isAsked,
    staleTime: Infinity
  })
  const name = isAsked ? parent.data?.name : folders?.at(-1) ?? t.files.place
  const isUnknown = isAsked && parent.isError
  return (
    <bdi title={folders === undefined ? name : [t.files.place, ...folders].join(" / ")}>
      {isUnknown ? t.parts.none : name}
    </bdi>
  )
}
