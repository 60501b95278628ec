import { useQuery } from "@tanstack/react-query"
import type { AssetRow } from "effect-drive/react"
import { driveQueries, useDrive } from "effect-drive/react"
import { Copy, X } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { useEffect } from "react"
import styles from "../files/DetailsPanel.module.css"
import { useLanguage } from "../language/Language.js"
import { Button } from "../parts/Button.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { IconButton } from "../parts/IconButton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { useSpace } from "../shell/Spaces.js"
import { permissionText } from "./permission.js"
import { statusText } from "./status.js"
import { useAssetFolders } from "./useLibrary.js"

type Facts = ReadonlyArray<readonly [string, ReactNode]>

const FactList = ({ facts }: { readonly facts: Facts }): ReactElement => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) =>
      value === undefined || value === "" ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      )
    )}
  </dl>
)

/** What the drive knows of one asset and of the file behind it. */
export const AssetDetails = (
  { asset, onClose }: { readonly asset: AssetRow; readonly onClose: () => void }
): ReactElement => {
  const { format, t } = useLanguage()
  const drive = useDrive()
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const { data = asset } = useQuery(driveQueries(drive, { spaceId }).asset(asset.assetId))
  const folders = useAssetFolders().rows
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) onClose()
    }
    document.addEventListener("keydown", hear)
    return () => document.removeEventListener("keydown", hear)
  }, [onClose])
  const name = data.name ?? data.assetId
  const kind = fileKind(name, false)
  const words = t.files.facts
  const folder = folders.find(({ folderId }) => folderId === data.folderId)?.name
  const facts: Facts = [
    [words.kind, t.parts.fileKind(kind)],
    [words.size, data.file === undefined ? t.assets.noFile : format.bytes(data.file.size)],
    [t.assets.permission, permissionText(data.rawAction, t) ?? t.assets.access.none],
    [t.assets.columns.status, statusText(data, t)],
    [t.assets.folder, folder ?? t.assets.noFolder],
    [words.added, data.file?.createdAt === undefined ? undefined : format.date(data.file.createdAt)],
    [words.modified, data.file?.updatedAt === undefined ? undefined : format.date(data.file.updatedAt)]
  ]
  const support: ReadonlyArray<readonly [string, string | undefined]> = [
    [words.id, data.assetId],
    [t.assets.file, data.fileId],
    [data.file?.contentHashName?.toUpperCase() ?? words.hash, data.file?.contentHash]
  ]
  const copy = () => {
    const text = support.filter(([, value]) => value !== undefined).map((pair) => pair.join(": ")).join("\n")
    void navigator.clipboard.writeText(text).then(() => announce(t.parts.copied))
  }
  return (
    <aside aria-label={t.files.details} className={styles.panel}>
      <header className={styles.head}>
        <KindTile kind={kind} />
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <IconButton icon={X} label={t.parts.close} onPress={onClose} />
      </header>
      <section>
        <h3 className={styles.heading}>{t.files.details}</h3>
        <FactList facts={facts} />
      </section>
      <section className={styles.support}>
        <h3 className={styles.heading}>{words.support}</h3>
        <FactList facts={support} />
        <Button icon={Copy} onPress={copy} size="small" variant="ghost">{t.parts.copy}</Button>
      </section>
    </aside>
  )
}
