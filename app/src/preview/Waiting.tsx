import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Spinner } from "../parts/Spinner.js"
import styles from "./Viewer.module.css"

/** What comes sooner is not worth a sign. */
const patience = 150

export const Waiting = (): ReactElement => {
  const { t } = useLanguage()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return <div className={styles.centre}>{isLong ? <Spinner label={t.parts.loading} size={24} /> : null}</div>
}
