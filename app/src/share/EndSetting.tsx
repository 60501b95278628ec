import { CircleAlert } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { Icon } from "../parts/Icon.js"
import { TextField } from "../parts/TextField.js"
import { Choices } from "./Choices.js"
import type { Ending } from "./linkExpiry.js"
import { dateText, endings, endOfDay, lifeOf } from "./linkExpiry.js"
import styles from "./ShareDialog.module.css"
import { useShareLanguage } from "./useShareLanguage.js"

export interface EndSettingProps {
  readonly expiresAt: number | undefined
  readonly now: number
  /** In milliseconds from now; `null` is without an end. */
  readonly onChange: (life: number | null) => void
  /** What was chosen while the dialog is open; what was chosen before is known as a time only. */
  readonly first: Ending | undefined
}

/** When the link ends. It always says the time itself, not how long that once was. */
export const EndSetting = ({ expiresAt, first, now, onChange }: EndSettingProps): ReactElement => {
  const { t } = useShareLanguage()
  const words = t.share
  const hasEnded = expiresAt !== undefined && expiresAt <= now
  const [chosen, setChosen] = useState(first)
  const known: Ending = expiresAt === undefined ? "never" : "date"
  const value = hasEnded && chosen !== "date" ? undefined : chosen ?? known
  const isDate = chosen === "date"
  const pick = (ending: Ending) => {
    setChosen(ending)
    if (ending !== "date") onChange(lifeOf(ending))
  }
  return (
    <section>
      <p className={styles.label}>{words.ends}</p>
      {hasEnded
        ? (
          <p className={styles.ended} role="alert">
            <Icon of={CircleAlert} size={14} />
            {words.endedAt(expiresAt)}
          </p>
        )
        : <p className={styles.help}>{expiresAt === undefined ? words.endsNever : words.endsAt(expiresAt)}</p>}
      <Choices
        label={words.ends}
        onChange={pick}
        options={endings.map((ending) => ({ value: ending, label: words.endings[ending] }))}
        value={value}
      />
      {isDate
        ? (
          <div className={styles.date}>
            <DateField expiresAt={expiresAt} now={now} onChange={onChange} />
          </div>
        )
        : null}
    </section>
  )
}

const DateField = (
  { expiresAt, now, onChange }: Pick<EndSettingProps, "expiresAt" | "now" | "onChange">
): ReactElement => {
  const { t } = useShareLanguage()
  const [text, setText] = useState(() => expiresAt === undefined ? "" : dateText(expiresAt))
  return (
    <TextField
      label={t.share.lastDay}
      onBlur={() => {
        const end = endOfDay(text)
        if (end !== undefined && end > now && end !== expiresAt) onChange(end - Date.now())
      }}
      onChange={setText}
      type="date"
      value={text}
    />
  )
}
