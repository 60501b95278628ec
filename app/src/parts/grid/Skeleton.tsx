import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { useLanguage } from "../../language/Language.js"
import { useAnnounce } from "../LiveRegion.js"
import styles from "./Skeleton.module.css"

const widths = [92, 118, 204, 74, 168, 132, 226, 104, 188, 146, 84, 210, 122, 160]
const folders = 4

export interface SkeletonProps {
  readonly label: string
  /** What stands over the columns, the name's first. */
  readonly heads?: ReadonlyArray<string> | undefined
}

/** Rows of the exact height while the first ones come. Nothing is drawn for 150 ms: mostly they are there by then. */
export const Skeleton = ({ heads = [], label }: SkeletonProps): ReactElement => {
  const { t } = useLanguage()
  const announce = useAnnounce()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
      announce(t.files.loading(label))
    }, 150)
    return () => clearTimeout(timer)
  }, [announce, label, t])
  return (
    <div aria-busy="true" aria-label={label} className={styles.list} role="status">
      <div className={`${styles.row} ${styles.head}`}>{heads.map((head) => <span key={head}>{head}</span>)}</div>
      {!isLate ? null : widths.map((width, index) => (
        <div aria-hidden="true" className={styles.row} key={width}>
          <span />
          <span className={styles.tile} />
          <span className={styles.bar} style={{ width }} />
          <span className={styles.bar} style={{ width: index < folders ? 48 : 72 }} />
          <span className={styles.bar} style={{ width: index % 3 === 2 ? 104 : 84 }} />
          {index < folders ? <span /> : <span className={`${styles.bar} ${styles.end}`} style={{ width: 44 }} />}
        </div>
      ))}
    </div>
  )
}
