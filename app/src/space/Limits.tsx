import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import type { ReactElement } from "react"
import { TakesLong } from "../shell/TakesLong.js"
import styles from "./SpacePage.module.css"
import { useSpaceLanguage } from "./useSpaceLanguage.js"

/** "5 GB" as a figure and its unit. */
const Figure = ({ size, tail = "" }: { readonly size: string; readonly tail?: string }): ReactElement => {
  const [figure = "", unit = ""] = size.split(" ")
  return (
    <>
      {figure} <small>{unit}{tail}</small>
    </>
  )
}

/** What the service says about sizes and speeds; what it does not say is left out. */
export const Limits = ({ spaceId }: { readonly spaceId: string }): ReactElement | null => {
  const { format, t } = useSpaceLanguage()
  const words = t.space
  const drive = useDrive()
  const queries = driveQueries(drive, { spaceId })
  const client = useQueryClient()
  const benefitQuery = queries.benefit()
  const infoQuery = queryOptions({
    queryKey: [...queries.keys.inSpace, "web-drive", "driveInfo"],
    queryFn: ({ signal }) => drive.spaces.driveInfo({ signal, spaceId })
  })
  const asked = useQuery(benefitQuery)
  const askedInfo = useQuery(infoQuery)
  const benefit = asked.data
  const info = askedInfo.data
  if (benefit === undefined || info === undefined) {
    // what stands below, a button that moves a whole space among it, does not jump when they come
    if (asked.isError || askedInfo.isError) return null
    const again = () => {
      for (const { queryKey } of [benefitQuery, infoQuery]) {
        // a question without an answer is not asked again beside it
        void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }))
      }
    }
    return (
      <section className={styles.coming}>
        <h3 className={styles.heading}>{words.limits}</h3>
        <TakesLong onRetry={again} place="line" what={words.limitsComing} />
      </section>
    )
  }
  const limits = [benefit.fileSizeLimit, info.fileSizeLimit].filter((limit) => limit > 0)
  const fileSize = limits.length === 0 ? undefined : Math.min(...limits)
  const speed = benefit.singleFileDownloadSpeed
  const { totalSize = 0, usedSize } = info
  return (
    <section>
      <h3 className={styles.heading}>{words.limits}</h3>
      <dl className={styles.figures}>
        <div>
          <dt>{words.oneFile}</dt>
          <dd data-word={fileSize === undefined || undefined}>
            {fileSize === undefined ? words.notLimited : <Figure size={format.limit(fileSize)} />}
          </dd>
        </div>
        <div>
          <dt>{words.download}</dt>
          <dd data-word={speed === 0 || undefined}>
            {speed === 0 ? words.notLimited : <Figure size={format.limit(speed)} tail={words.perSecond} />}
          </dd>
        </div>
        {usedSize === undefined
          ? null
          : (
            <div>
              <dt>{words.used}</dt>
              <dd>
                <Figure size={format.bytes(usedSize)} tail={totalSize > 0 ? ` ${words.usedOf(totalSize)}` : ""} />
              </dd>
            </div>
          )}
      </dl>
      {speed === 0 ? null : <p className={styles.note}>{words.throttled(speed)}</p>}
      {fileSize === undefined ? null : <p className={styles.note}>{words.tooLarge(fileSize)}</p>}
    </section>
  )
}
