import { isDriveError } from "effect-drive/promise"
import { CircleAlert } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect } from "react"
import { useLanguage } from "../language/Language.js"
import { Banner } from "../parts/Banner.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { OfflineBanner, useOnline } from "./OfflineBanner.js"
import { problemOf } from "./problemOf.js"
import type { Listing, Trouble } from "./useAllPages.js"

export interface ListBannerProps {
  /** So many rows are there. Without any the error stands in their place. */
  readonly count: number
  readonly list: Pick<Listing<unknown>, "loadedAt" | "refetch" | "trouble">
}

/** Above a list: that one is offline, else that it is not all there or not of now, with the button that helps. */
export const ListBanner = ({ count, list: { loadedAt, refetch, trouble } }: ListBannerProps): ReactElement => {
  const isOnline = useOnline()
  // a session that has ended asks for itself, and the next one for the list
  const isTold = isOnline && count > 0 && trouble !== undefined &&
    !(isDriveError(trouble.error) && trouble.error._tag === "TokenExpired")
  return (
    <>
      <OfflineBanner loadedAt={loadedAt === 0 ? undefined : loadedAt} onCheck={refetch} />
      {isTold ? <TroubleBanner trouble={trouble} /> : null}
    </>
  )
}

const TroubleBanner = ({ trouble }: { readonly trouble: Trouble }): ReactElement => {
  const { t } = useLanguage()
  const announce = useAnnounce()
  const title = t.shell.trouble[trouble.of]
  // a region that comes with its words is not heard
  useEffect(() => announce(title), [announce, title])
  return (
    <Banner
      action={{ label: t.parts.retry, onPress: trouble.retry, isPending: trouble.isRetrying }}
      icon={CircleAlert}
      text={problemOf(trouble.error, t).text}
      title={title}
    />
  )
}
