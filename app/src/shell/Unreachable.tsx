import type { ReactElement } from "react"
import { useLanguage } from "../language/Language.js"
import { Mark } from "../parts/Mark.js"
import { Spinner } from "../parts/Spinner.js"
import text from "../parts/style/text.module.css"
import { OfflineBanner } from "./OfflineBanner.js"
import { ProblemState } from "./ProblemState.js"
import { useSession } from "./Session.js"
import styles from "./Shell.module.css"

/** The frame of the drive while nobody answers: what waits resumes, and the page comes, as soon as somebody does. */
export const Unreachable = (): ReactElement => {
  const { t } = useLanguage()
  const { error, tryAgain } = useSession()
  return (
    <div className={styles.app}>
      <title>{t.shell.product}</title>
      <header aria-label={t.shell.topbar} className={styles.topbar}>
        <span className={styles.brand}>
          <Mark />
          <span>{t.shell.product}</span>
        </span>
      </header>
      <main className={`${styles.sheet} ${styles.alone}`}>
        <OfflineBanner loadedAt={undefined} onCheck={tryAgain} />
        <h1 className={text.hidden}>{t.shell.product}</h1>
        {error === undefined
          ? (
            <div className={styles.centre}>
              <Spinner label={t.parts.loading} size={24} />
            </div>
          )
          : <ProblemState error={error} retry={tryAgain} />}
      </main>
    </div>
  )
}
