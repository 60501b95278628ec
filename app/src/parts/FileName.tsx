import { Link2, Pin, Star } from "lucide-react"
import type { ReactElement } from "react"
import { classes } from "./classes.js"
import { cutName } from "./cutName.js"
import styles from "./FileName.module.css"
import { Icon } from "./Icon.js"

export interface FileNameProps {
  readonly name: string
  readonly isFolder: boolean
  readonly starred?: boolean | undefined
  readonly linked?: boolean | undefined
  readonly pinned?: boolean | undefined
  readonly className?: string | undefined
}

/** A name that is cut in its middle when there is little room; the whole one is its title. */
export const FileName = (
  { className, isFolder, linked = false, name, pinned = false, starred = false }: FileNameProps
): ReactElement => {
  const { head, tail } = cutName(name, isFolder)
  return (
    <span className={classes(styles.name, className)}>
      <span className={styles.text} title={name}>
        <bdi className={styles.head}>{head}</bdi>
        {tail === "" ? null : <bdi className={styles.tail}>{tail}</bdi>}
      </span>
      {starred ? <Icon className={styles.star} filled of={Star} size={14} /> : null}
      {linked ? <Icon of={Link2} size={14} /> : null}
      {pinned ? <Icon of={Pin} size={14} /> : null}
    </span>
  )
}
