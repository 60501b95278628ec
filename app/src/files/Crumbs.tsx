import { ArrowLeft, ChevronRight, Ellipsis } from "lucide-react"
import type { ReactElement } from "react"
import { Fragment, useRef } from "react"
import { Link } from "wouter"
import { useLanguage } from "../language/Language.js"
import { useAreFilesOver } from "../parts/dropsOfFiles.js"
import { useIsDragging } from "../parts/grid/dragged.js"
import { useDropGoal } from "../parts/grid/useDropGoal.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { loadedLater } from "../parts/loadedLater.js"
import { MenuButton } from "../parts/MenuButton.js"
import { Part } from "../parts/Part.js"
import { useMedia } from "../parts/useMedia.js"
import { PlacesButton } from "../shell/PlacesButton.js"
import type { Place } from "../shell/routes.js"
import { hrefOf } from "../shell/routes.js"
import { useRoute } from "../shell/useRoute.js"
import styles from "./Bar.module.css"
import type { Crumb } from "./queries.js"
import { rootFolder } from "./queries.js"

const HiddenGoals = loadedLater(async () => (await import("./HiddenGoals.js")).HiddenGoals)

export interface CrumbsProps {
  readonly place: Place
  /** From the top to the folder that is open, without the top; nothing is shown while they are not known. */
  readonly crumbs: ReadonlyArray<Crumb> | undefined
  /** `undefined` where nothing can be dragged. */
  readonly onDrop: ((ids: ReadonlyArray<string>, to: Crumb, isCopy: boolean) => void) | undefined
}

const unknown: ReadonlyArray<Crumb> = []

const separator = <Icon className={styles.separator} of={ChevronRight} size={14} />

const CrumbLink = (
  { crumb, onDrop, place }: { readonly crumb: Crumb; readonly place: Place; readonly onDrop: CrumbsProps["onDrop"] }
): ReactElement => {
  const goal = useDropGoal(
    (ids) => onDrop !== undefined && !ids.includes(crumb.fileId),
    (ids, isCopy) => onDrop?.(ids, crumb, isCopy)
  )
  return (
    <Link
      {...goal}
      className={styles.crumb}
      data-takes-files={crumb.fileId}
      href={hrefOf(folderPlace(place, crumb))}
      title={crumb.name}
    >
      <bdi>{crumb.name}</bdi>
    </Link>
  )
}

const folderPlace = (place: Place, { fileId }: Crumb): Place => ({
  ...place,
  folder: fileId === rootFolder ? undefined : fileId
})

/** The way to the folder that is open. A long one keeps its ends, and the middle is a menu. */
export const Crumbs = ({ crumbs = unknown, onDrop, place }: CrumbsProps): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  const isDragging = useIsDragging()
  const areFilesOver = useAreFilesOver()
  const middle = useRef<HTMLSpanElement>(null)
  // of long names there would be stumps
  const shownLast = useMedia("(width < 1100px)") ? 1 : 2
  const all = [{ fileId: rootFolder, name: t.files.place }, ...crumbs]
  const above = all.slice(0, -1)
  const here = all[all.length - 1]
  const parent = above[above.length - 1]
  const isLong = above.length > shownLast + 2
  const first = isLong ? above.slice(0, 1) : above
  const last = isLong ? above.slice(-shownLast) : []
  const hidden = above.slice(first.length, above.length - last.length)
  const link = (crumb: Crumb) => (
    <Fragment key={crumb.fileId}>
      <CrumbLink crumb={crumb} onDrop={onDrop} place={place} />
      {separator}
    </Fragment>
  )
  return (
    <nav aria-label={t.shell.breadcrumb} className={styles.crumbs} data-unknown={crumbs === unknown || undefined}>
      {parent === undefined ? <PlacesButton className={styles.up} /> : (
        <IconButton
          className={styles.up}
          icon={ArrowLeft}
          label={t.shell.upTo(parent.name)}
          onPress={() => go(folderPlace(place, parent))}
        />
      )}
      {first.map(link)}
      {hidden.length === 0 ? null : (
        <>
          <span className={styles.middle} ref={middle}>
            <MenuButton
              className={styles.crumb}
              groups={[hidden.map((crumb) => ({
                id: crumb.fileId,
                label: crumb.name,
                onAction: () => go(folderPlace(place, crumb))
              }))]}
              icon={Ellipsis}
              label={t.shell.hiddenCrumbs}
              placement="bottom start"
            />
            {(isDragging && onDrop !== undefined) || areFilesOver
              ? (
                <Part>
                  <HiddenGoals anchor={middle} crumbs={hidden} onDrop={onDrop} />
                </Part>
              )
              : null}
          </span>
          {separator}
        </>
      )}
      {last.map(link)}
      <h1 aria-current="page" className={styles.here} title={here?.name}>
        <bdi>{here?.name}</bdi>
      </h1>
    </nav>
  )
}
