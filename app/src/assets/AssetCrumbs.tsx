import { ArrowLeft, ChevronRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "wouter"
import barStyles from "../files/Bar.module.css"
import { useLanguage } from "../language/Language.js"
import { useDropGoal } from "../parts/grid/useDropGoal.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { PlacesButton } from "../shell/PlacesButton.js"
import type { Place } from "../shell/routes.js"
import { hrefOf } from "../shell/routes.js"
import { useRoute } from "../shell/useRoute.js"

export interface AssetCrumbsProps {
  readonly place: Place
  readonly title: string
  /** Takes assets out of the folder that is open. */
  readonly onDrop: (ids: ReadonlyArray<string>) => void
}

/** The way to a folder of assets: they lie one deep. */
export const AssetCrumbs = ({ onDrop, place, title }: AssetCrumbsProps): ReactElement => {
  const { t } = useLanguage()
  const { go } = useRoute()
  const above: Place = { ...place, folder: undefined }
  const goal = useDropGoal(() => true, onDrop)
  return (
    <nav aria-label={t.shell.breadcrumb} className={barStyles.crumbs}>
      {place.folder === undefined ? <PlacesButton className={barStyles.up} /> : (
        <>
          <IconButton
            className={barStyles.up}
            icon={ArrowLeft}
            label={t.shell.upTo(t.assets.place)}
            onPress={() => go(above)}
          />
          <Link {...goal} className={barStyles.crumb} href={hrefOf(above)}>{t.assets.place}</Link>
          <Icon className={barStyles.separator} of={ChevronRight} size={14} />
        </>
      )}
      <h1 aria-current="page" className={barStyles.here} title={title}>
        <bdi>{title}</bdi>
      </h1>
    </nav>
  )
}
