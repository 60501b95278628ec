import { CircleAlert, Clock, Link2Off, LockKeyhole } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { languages } from "../language/languageTag.js"
import { Mark } from "../parts/Mark.js"
import { Spinner } from "../parts/Spinner.js"
import { CodeGate } from "./CodeGate.js"
import { Notice } from "./Notice.js"
import { SharedFileView } from "./SharedFileView.js"
import styles from "./SharedPage.module.css"
import type { Visit } from "./visit.js"
import { visit } from "./visit.js"
import { useWords } from "./Words.js"

const Top = (): ReactElement => {
  const { choose, language, t } = useWords()
  return (
    <header className={styles.top}>
      <span className={styles.brand}>
        <Mark />
        <span>{t.product}</span>
      </span>
      <span className={styles.grow} />
      {languages.filter(({ tag }) => tag !== language).map(({ name, tag }) => (
        <button
          className={styles.plain}
          key={tag}
          lang={tag}
          onClick={() => choose(tag)}
          type="button"
        >
          {name}
        </button>
      ))}
      <a className={`${styles.plain} ${styles.signIn}`} href="/">{t.signIn}</a>
    </header>
  )
}

const ask = async (secret: string | undefined, code?: string): Promise<Visit> =>
  secret === undefined ? { _tag: "Gone" } : visit(secret, code)

export const SharedPage = ({ secret }: { readonly secret: string | undefined }): ReactElement => {
  const { t } = useWords()
  const [answer, setAnswer] = useState<Visit>()
  const [isBusy, setBusy] = useState(true)
  const settle = (next: Visit): Visit => {
    setAnswer(next)
    setBusy(false)
    return next
  }
  useEffect(() => void ask(secret).then(settle), [secret])
  const enter = (code?: string): Promise<Visit> => {
    setBusy(true)
    return ask(secret, code).then(settle)
  }
  return (
    <div className={styles.page}>
      <title>{answer?._tag === "Shown" ? t.titleOf(answer.file.name) : t.title}</title>
      <Top />
      <Content answer={answer} enter={enter} isBusy={isBusy} />
    </div>
  )
}

interface ContentProps {
  readonly answer: Visit | undefined
  readonly isBusy: boolean
  readonly enter: (code?: string) => Promise<Visit>
}

const Content = ({ answer, enter, isBusy }: ContentProps): ReactElement => {
  const { t } = useWords()
  switch (answer?._tag) {
    case undefined:
      return (
        <main className={styles.centre}>
          <Spinner label={t.loading} size={24} />
        </main>
      )
    case "Shown":
      return <SharedFileView {...answer} onRenew={() => enter(answer.code)} />
    case "CodeNeeded":
    case "CodeWrong":
      return <CodeGate isBusy={isBusy} isWrong={answer._tag === "CodeWrong"} onEnter={(code) => void enter(code)} />
    case "Locked":
      return (
        <Notice icon={LockKeyhole} text={t.lockedText(answer.wait)} title={t.locked}>
          <Retry isBusy={isBusy} onRetry={() => void enter()} />
        </Notice>
      )
    case "Ended":
      return <Notice icon={Clock} text={t.endedText} title={t.ended} />
    case "Gone":
      return <Notice icon={Link2Off} text={t.goneText} title={t.gone} />
    case "Unanswered":
      return (
        <Notice icon={CircleAlert} text={t.unansweredText} title={t.unanswered}>
          <Retry isBusy={isBusy} onRetry={() => void enter()} />
        </Notice>
      )
  }
}

const Retry = ({ isBusy, onRetry }: { readonly isBusy: boolean; readonly onRetry: () => void }): ReactElement => {
  const { t } = useWords()
  return (
    <div className={styles.retry}>
      <button aria-disabled={isBusy || undefined} className={styles.button} onClick={onRetry} type="button">
        {t.retry}
      </button>
    </div>
  )
}
