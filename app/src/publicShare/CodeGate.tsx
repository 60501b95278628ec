import { LockKeyhole } from "lucide-react"
import type { ReactElement } from "react"
import { useState } from "react"
import { CodeField } from "./CodeField.js"
import styles from "./CodeGate.module.css"
import { Notice } from "./Notice.js"
import page from "./SharedPage.module.css"
import { useWords } from "./Words.js"

export interface CodeGateProps {
  readonly isWrong: boolean
  readonly isBusy: boolean
  readonly onEnter: (code: string) => void
}

const shortest = 4

export const CodeGate = ({ isBusy, isWrong, onEnter }: CodeGateProps): ReactElement => {
  const { t } = useWords()
  const [code, setCode] = useState("")
  const [refused, setRefused] = useState<string>()
  // a code that is being changed is no wrong one any more
  const isRefused = isWrong && !isBusy && refused === code
  return (
    <Notice icon={LockKeyhole} text={t.codeText} title={t.hasCode}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (code.length < shortest || isBusy) return
          setRefused(code)
          onEnter(code)
        }}
      >
        <CodeField
          describedBy={isRefused ? "refused" : undefined}
          isWrong={isRefused}
          label={t.code}
          onChange={setCode}
          value={code}
        />
        <button
          aria-disabled={code.length < shortest || isBusy || undefined}
          className={page.button}
          data-size="large"
          type="submit"
        >
          {t.open}
        </button>
        <p className={styles.bad} id="refused" role="alert">{isRefused ? t.wrongCode : ""}</p>
      </form>
    </Notice>
  )
}
