import type { ReactElement } from "react"
import { Link } from "wouter"
import { useLanguage } from "../language/Language.js"
import { FolderIcon } from "../parts/FileIcon.js"
import type { Place } from "../shell/routes.js"
import { hrefOf } from "../shell/routes.js"
import { usePlaceGoal } from "../shell/rowGoals.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import styles from "./Pins.module.css"
import { useAssetFolders } from "./useLibrary.js"

interface PinnedPlaceProps {
  readonly place: Place
  readonly name: string
  readonly isHere: boolean
}

const PinnedPlace = ({ isHere, name, place }: PinnedPlaceProps): ReactElement => {
  const goal = usePlaceGoal(place)
  return (
    <Link {...goal} aria-current={isHere ? "page" : undefined} className={styles.place} href={hrefOf(place)}>
      <FolderIcon />
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Pinned folders of assets in the sidebar, from everywhere one step away. */
export const PinnedPlaces = (): ReactElement | null => {
  const { t } = useLanguage()
  const { spaceId } = useSpace()
  const { address } = useRoute()
  const pinned = useAssetFolders().rows.filter((folder) => folder.pinned)
  const place = address === "Unknown" ? undefined : address.place
  if (pinned.length === 0) return null
  return (
    <div className={styles.places}>
      <h2 className={styles.placesHead} id="pinned-places">{t.shell.pinned}</h2>
      <ul aria-labelledby="pinned-places">
        {pinned.map(({ folderId, name }) => (
          <li key={folderId}>
            <PinnedPlace
              isHere={place?.room === "assets" && place.folder === folderId}
              name={name}
              place={{ space: spaceId, room: "assets", folder: folderId }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
