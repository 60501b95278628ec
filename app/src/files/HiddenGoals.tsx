import type { ReactElement, RefObject } from "react"
import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { FolderIcon } from "../parts/FileIcon.js"
import { useDropGoal } from "../parts/grid/useDropGoal.js"
import type { CrumbsProps } from "./Crumbs.js"
import styles from "./HiddenGoals.module.css"
import type { Crumb } from "./queries.js"

export interface HiddenGoalsProps {
  /** The button that stands for them. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly crumbs: ReadonlyArray<Crumb>
  /** `undefined` where files from outside can be dropped only. */
  readonly onDrop: CrumbsProps["onDrop"]
}

/** The way from the button to them may lead beside both, for so many milliseconds. */
const patience = 400

const Goal = ({ crumb, onDrop }: Pick<HiddenGoalsProps, "onDrop"> & { readonly crumb: Crumb }): ReactElement => {
  const goal = useDropGoal(
    (ids) => onDrop !== undefined && !ids.includes(crumb.fileId),
    (ids, isCopy) => onDrop?.(ids, crumb, isCopy)
  )
  return (
    <li {...goal} className={styles.goal} data-takes-files={crumb.fileId}>
      <FolderIcon />
      <bdi>{crumb.name}</bdi>
    </li>
  )
}

/**
 * The middle of a long way while rows or files are dragged: its folders come below its button as soon as the drag is over that, and take
 * them. The menu that a press opens would end the drag.
 */
export const HiddenGoals = ({ anchor, crumbs, onDrop }: HiddenGoalsProps): ReactElement | null => {
  const [at, setAt] = useState<DOMRect>()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    let leaving: number | undefined
    const stay = () => {
      clearTimeout(leaving)
      leaving = undefined
    }
    const hear = ({ target }: DragEvent) => {
      const button = anchor.current
      if (!(target instanceof Node) || button === null) return
      if (button.contains(target) || list.current?.contains(target) === true) {
        stay()
        setAt((before) => before ?? button.getBoundingClientRect())
      } else leaving ??= window.setTimeout(() => setAt(undefined), patience)
    }
    document.addEventListener("dragover", hear, { capture: true })
    return () => {
      stay()
      document.removeEventListener("dragover", hear, { capture: true })
    }
  }, [anchor])
  return at === undefined ? null : createPortal(
    <ul aria-hidden="true" className={styles.goals} ref={list} style={{ top: at.bottom, left: at.left }}>
      {crumbs.map((crumb) => <Goal crumb={crumb} key={crumb.fileId} onDrop={onDrop} />)}
    </ul>,
    document.body
  )
}
