import type { Capabilities, Space } from "effect-drive/promise"
import { capabilitiesOf } from "effect-drive/promise"
import { Check, Minus } from "lucide-react"
import type { ReactElement } from "react"
import { Icon } from "../parts/Icon.js"
import text from "../parts/style/text.module.css"
import styles from "./SpacePage.module.css"
import { useSpaceLanguage } from "./useSpaceLanguage.js"

const shown = [
  "resumableUpload",
  "rapidUpload",
  "archive",
  "starFiles",
  "asyncBatches",
  "bucket",
  "search"
] as const satisfies ReadonlyArray<keyof Capabilities>

/** What a space of this platform can do. What it cannot do is listed too, so that nobody looks for it. */
export const Abilities = ({ platform }: Pick<Space, "platform">): ReactElement => {
  const { t } = useSpaceLanguage()
  const words = t.space
  const can = capabilitiesOf(platform)
  return (
    <section>
      <h3 className={styles.heading}>{words.can}</h3>
      <ul className={styles.abilities}>
        {shown.map((ability) => (
          <li data-no={can[ability] ? undefined : true} key={ability}>
            <Icon of={can[ability] ? Check : Minus} size={16} />
            <span className={text.hidden}>{can[ability] ? words.yes : words.no}:</span>
            {words.abilities[ability]}
          </li>
        ))}
      </ul>
    </section>
  )
}
