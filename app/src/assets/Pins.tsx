import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive } from "effect-drive/react"
import { PinOff } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "wouter"
import { useLanguage } from "../language/Language.js"
import { FolderIcon } from "../parts/FileIcon.js"
import { FileName } from "../parts/FileName.js"
import { useDropGoal } from "../parts/grid/useDropGoal.js"
import { IconButton } from "../parts/IconButton.js"
import { hrefOf } from "../shell/routes.js"
import { useSpace } from "../shell/Spaces.js"
import type { AssetFolderRow } from "./assetItem.js"
import { holdsAssets } from "./assetItem.js"
import styles from "./Pins.module.css"

export interface PinsProps {
  readonly folders: ReadonlyArray<AssetFolderRow>
  readonly onUnpin: (folder: AssetFolderRow) => void
  readonly onDrop: (ids: ReadonlyArray<string>, to: AssetFolderRow) => void
}

const Card = (
  { folder, onDrop, onUnpin }: Pick<PinsProps, "onDrop" | "onUnpin"> & { readonly folder: AssetFolderRow }
): ReactElement => {
  const { t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const goal = useDropGoal(holdsAssets, (ids) => onDrop(ids, folder))
  // one asset is enough: its page says how many there are
  const { data: total } = useQuery({
    queryKey: driveQueries(drive, { spaceId }).keys.assets({ folderId: folder.folderId, pageSize: 1 }).concat("total"),
    queryFn: ({ signal }) =>
      drive.assets.list({ folderId: folder.folderId, pageSize: 1 }, { signal, spaceId }).then((page) =>
        page.total ?? null
      )
  })
  return (
    <li {...goal} className={styles.pin}>
      <FolderIcon />
      <Link className={styles.link} href={hrefOf({ space: spaceId, room: "assets", folder: folder.folderId })}>
        <FileName className={styles.name} isFolder name={folder.name} />
        <span className={styles.meta}>{typeof total === "number" ? t.assets.inside(total) : "\u00a0"}</span>
      </Link>
      <IconButton
        className={styles.unpin}
        icon={PinOff}
        iconSize={16}
        label={t.assets.pinOf(folder.name)}
        onPress={() => onUnpin(folder)}
      />
    </li>
  )
}

/** The folders that are pinned, as cards above the list. */
export const Pins = ({ folders, onDrop, onUnpin }: PinsProps): ReactElement | null => {
  const { t } = useLanguage()
  if (folders.length === 0) return null
  return (
    <section className={styles.section} data-dims="">
      <h2 className={styles.heading} id="pinned-folders">{t.assets.pinned}</h2>
      <ul aria-labelledby="pinned-folders" className={styles.pins}>
        {folders.map((folder) => <Card folder={folder} key={folder.folderId} onDrop={onDrop} onUnpin={onUnpin} />)}
      </ul>
    </section>
  )
}
