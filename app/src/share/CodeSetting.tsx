import { Copy, RefreshCw } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { IconButton } from "../parts/IconButton.js"
import { Switch } from "../parts/Switch.js"
import { Question } from "./Question.js"
import { makeShareCode } from "./shareCode.js"
import styles from "./ShareDialog.module.css"
import { useShareLanguage } from "./useShareLanguage.js"

export interface CodeSettingProps {
  readonly hasCode: boolean
  /** Known only to the page that set it. */
  readonly code: string | undefined
  readonly isBusy: boolean
  readonly onChange: (code: string | null) => void
  readonly onCopy: (text: string) => void
}

const hidden = "••••"

/** Whether visitors are asked for a code, and which. */
export const CodeSetting = ({ code, hasCode, isBusy, onChange, onCopy }: CodeSettingProps): ReactElement => {
  const { t } = useShareLanguage()
  const words = t.share
  const [isAsking, setAsking] = useState(false)
  return (
    <section>
      <Switch on={hasCode} onChange={(on) => on ? onChange(makeShareCode()) : setAsking(true)}>
        <span className={styles.label}>{words.code}</span>
        <span className={styles.help}>{hasCode ? words.codeHelp : words.codeOff}</span>
      </Switch>
      {isAsking && hasCode
        ? (
          <Question
            isBusy={isBusy}
            isDangerous={false}
            no={words.keep}
            onNo={() => setAsking(false)}
            onYes={() => {
              setAsking(false)
              onChange(null)
            }}
            text={words.withoutCodeText}
            title={words.withoutCode}
            yes={words.shareWithout}
          />
        )
        : hasCode
        ? (
          <>
            <div className={styles.code}>
              <span
                aria-label={code === undefined ? words.codeHidden : words.codeIs([...code].join(" "))}
                className={styles.signs}
                role="img"
              >
                {[...(code ?? hidden)].map((sign, index) => <span key={index}>{sign}</span>)}
              </span>
              <IconButton
                ground="raised"
                icon={RefreshCw}
                label={words.newCode}
                onPress={() => onChange(makeShareCode())}
              />
              {code === undefined
                ? null
                : <IconButton ground="raised" icon={Copy} label={words.copyCode} onPress={() => onCopy(code)} />}
            </div>
            {code === undefined ? <p className={styles.note}>{words.codeHidden}</p> : null}
          </>
        )
        : null}
    </section>
  )
}
