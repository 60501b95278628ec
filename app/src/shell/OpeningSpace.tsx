import { useQueryClient } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { selectedSpaceQuery } from "./Spaces.js"
import { TakesLong } from "./TakesLong.js"
import { useShellLanguage } from "./useShellLanguage.js"

/** In place of every page of a space, until the service has told what it is. A question that ends without an answer brings a page of its own. */
export const OpeningSpace = ({ spaceId }: { readonly spaceId: string }): ReactElement => {
  const { t } = useShellLanguage()
  const drive = useDrive()
  const client = useQueryClient()
  const retry = async () => {
    const { queryKey } = selectedSpaceQuery(drive, spaceId)
    // the first rows wait for the same answer: as long as anybody does, a new question would join the one that hangs
    const { inSpace } = driveQueries(drive, { spaceId }).keys
    await Promise.all([queryKey, inSpace].map((key) => client.cancelQueries({ queryKey: key })))
    await client.refetchQueries({ queryKey })
  }
  return <TakesLong onRetry={() => void retry()} place="page" what={t.shell.openingSpace} />
}
