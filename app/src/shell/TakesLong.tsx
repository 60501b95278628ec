import type { ReactElement } from "react"
import { useState } from "react"
import { Button } from "../parts/Button.js"
import { Spinner } from "../parts/Spinner.js"
import styles from "./TakesLong.module.css"
import { useAfter } from "./useAfter.js"
import { useShellLanguage } from "./useShellLanguage.js"

/** In milliseconds. Most answers come before anything need be said of waiting for them, and nearly all before anybody would give up. */
const patience = { word: 1_500, help: 5_000 }

/** So long it is seen that a press of the button did something: the answer may be as slow again. */
const pressed = 1_500

export interface TakesLongProps {
  /** What is waited for, as a sentence. */
  readonly what: string
  readonly onRetry: () => void
  /** In the middle of a page that is empty until then, or where a line of it will be. */
  readonly place: "page" | "line"
}

/** Stands for what is asked for: first that it comes, then what it is, and in the end that it takes long, with the button that helps. */
export const TakesLong = ({ onRetry, place, what }: TakesLongProps): ReactElement => {
  const { t } = useShellLanguage()
  // a page has waited by then; the words come after the region that tells of them
  const isNamed = useAfter(place === "page" ? 0 : patience.word)
  const isLong = useAfter(patience.help)
  const [isAsking, setAsking] = useState(false)
  const isSeen = useAfter(pressed, isAsking)
  const retry = () => {
    setAsking(true)
    onRetry()
  }
  return (
    <div className={styles.box} data-place={place}>
      <Spinner label={isNamed ? undefined : t.parts.loading} size={place === "page" ? 24 : 16} />
      <div className={styles.words}>
        <p role="status">{isNamed ? isLong ? `${what} ${t.shell.slow}` : what : ""}</p>
        {isLong
          ? <Button onPress={retry} pending={isAsking && !isSeen} size="small">{t.parts.retry}</Button>
          : null}
      </div>
    </div>
  )
}
