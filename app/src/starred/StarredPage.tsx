import { capabilitiesOf } from "effect-drive/promise"
import { Shapes } from "lucide-react"
import type { ReactElement } from "react"
import { useMemo } from "react"
import { AssetCrumbs } from "../assets/AssetCrumbs.js"
import type { AssetItem } from "../assets/assetItem.js"
import { AssetRoom } from "../assets/AssetRoom.js"
import { useAssetChanges } from "../assets/useAssetChanges.js"
import { useAssetLanguage } from "../assets/useAssetLanguage.js"
import { useAssets } from "../assets/useLibrary.js"
import { Button } from "../parts/Button.js"
import { EmptyState } from "../parts/EmptyState.js"
import textStyles from "../parts/style/text.module.css"
import type { PageProps } from "../shell/Feature.js"
import { useSpace } from "../shell/Spaces.js"
import { useRoute } from "../shell/useRoute.js"
import styles from "./Starred.module.css"

/** The assets of a space that have a star. Files have none of their own, or the service does not list them by it. */
export const StarredPage = ({ place }: PageProps): ReactElement => <Starred key={place.space} place={place} />

const Starred = ({ place }: PageProps): ReactElement => {
  const { t } = useAssetLanguage()
  const space = useSpace()
  const { go } = useRoute()
  const changes = useAssetChanges(space.spaceId)
  const starred = useAssets({ starred: true })
  const rows = useMemo(
    () => starred.rows.filter((asset) => asset.starred !== false).map((asset): AssetItem => ({ _tag: "Asset", asset })),
    [starred.rows]
  )
  const aside = capabilitiesOf(space.platform).starFiles ? t.assets.starredOnDrive : undefined
  const toAssets = () => go({ ...place, room: "assets", folder: undefined })
  return (
    <AssetRoom
      aboveList={null}
      addEntries={[]}
      barEnd={null}
      changes={changes}
      chips={
        <p className={`${styles.about} ${textStyles.small} ${textStyles.muted}`}>
          {aside === undefined ? t.assets.about : `${t.assets.about} ${aside}`}
        </p>
      }
      clearFilters={() => {}}
      crumbs={<AssetCrumbs onDrop={() => {}} place={{ ...place, folder: undefined }} title={t.files.starred} />}
      empty={
        <EmptyState
          action={<Button icon={Shapes} onPress={toAssets} variant="primary">{t.assets.toAssets}</Button>}
          picture="star"
          text={aside === undefined ? t.assets.starredText : `${t.assets.starredText} ${aside}`}
          title={t.assets.starredTitle}
        />
      }
      listing={{ ...starred, rows }}
      onOpenFolder={(folder) => go({ ...place, room: "assets", folder })}
      passes={undefined}
      title={t.files.starred}
    />
  )
}
