import { useQuery } from "@tanstack/react-query"
import { driveQueries, useDrive, useStartMigration } from "effect-drive/react"
import { Check, CircleAlert } from "lucide-react"
import type { FormEvent, ReactElement } from "react"
import { useEffect, useRef, useState } from "react"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { ProgressBar } from "../parts/ProgressBar.js"
import { TextField } from "../parts/TextField.js"
import { problemOf } from "../shell/problemOf.js"
import type { MigrationState } from "./migrationState.js"
import { migrationState } from "./migrationState.js"
import styles from "./SpacePage.module.css"
import { useSpaceLanguage } from "./useSpaceLanguage.js"

/** The service tells nothing by itself. */
const askAgain = 2000

const isUnderWay = (state: MigrationState): boolean => state === "running" || state === "unknown"

/** Moving the space to another storage: what it means, how far it is, and how it ended. */
export const Migration = ({ spaceId }: { readonly spaceId: string }): ReactElement | null => {
  const { t } = useSpaceLanguage()
  const words = t.space.migration
  const announce = useAnnounce()
  const status = useQuery({
    ...driveQueries(useDrive(), { spaceId }).migration(),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnderWay(migrationState(state.data.status)) ? askAgain : false
  })
  const before = useRef<MigrationState>(undefined)
  const card = useRef<HTMLDivElement>(null)
  const state = status.data === undefined ? undefined : migrationState(status.data.status)
  useEffect(() => {
    if (before.current === "running" && state !== "running" && (state === "done" || state === "failed")) {
      announce(words[state], state === "failed" ? "assertive" : "polite")
    }
    // the form that began it goes, or comes back
    if (before.current !== undefined && before.current !== state && document.activeElement === document.body) {
      card.current?.focus()
    }
    before.current = state
  }, [announce, state, words])
  if (state === undefined && status.error !== null) {
    return (
      <section>
        <h3 className={styles.heading}>{words.title}</h3>
        <div className={styles.card}>
          <p className={styles.bad}>{problemOf(status.error, t).text}</p>
          <Button onPress={() => void status.refetch()} size="small">{t.parts.retry}</Button>
        </div>
      </section>
    )
  }
  if (state === undefined) {
    // as high as what comes as a rule, so that what stands below does not jump
    return (
      <section aria-hidden="true" className={styles.unseen} inert>
        <h3 className={styles.heading}>{words.title}</h3>
        <div className={styles.card}>
          <Start onStarted={() => {}} spaceId={spaceId} state="none" />
        </div>
      </section>
    )
  }
  const business = status.data?.details["business"]
  return (
    <section>
      <h3 className={styles.heading}>{words.title}</h3>
      <div aria-label={words.title} className={styles.card} ref={card} role="group" tabIndex={-1}>
        {state === "running"
          ? (
            <>
              <b>{words.running}</b>
              <p>{words.runningText(typeof business === "string" ? business : "")}</p>
              <ProgressBar label={words.running} movement="sweep" percent={undefined} />
              <p>{words.step}</p>
            </>
          )
          : state === "unknown"
          ? <b>{words.unknown(status.data?.status ?? "")}</b>
          : <Start onStarted={() => void status.refetch()} spaceId={spaceId} state={state} />}
      </div>
    </section>
  )
}

interface StartProps {
  readonly spaceId: string
  readonly state: "none" | "done" | "failed"
  readonly onStarted: () => void
}

const Start = ({ onStarted, spaceId, state }: StartProps): ReactElement => {
  const { t } = useSpaceLanguage()
  const words = t.space.migration
  const start = useStartMigration({ spaceId })
  const [business, setBusiness] = useState("")
  const [isOpen, setOpen] = useState(state !== "done")
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(business.trim() === "")
    if (business.trim() !== "") start.mutate({ business: business.trim() }, { onSuccess: onStarted })
  }
  return (
    <>
      <b className={styles.result} data-state={state}>
        {state === "none" ? null : <Icon of={state === "done" ? Check : CircleAlert} size={16} />}
        {words[state]}
      </b>
      <p>{words[`${state}Text`]}</p>
      {isOpen
        ? (
          <form className={styles.form} onSubmit={submit}>
            <TextField
              error={isMissing
                ? words.businessMissing
                : start.error === null
                ? undefined
                : problemOf(start.error, t).text}
              help={words.businessHelp}
              label={words.business}
              onChange={(text) => {
                setBusiness(text)
                setMissing(false)
              }}
              value={business}
            />
            <Button pending={start.isPending} type="submit" variant="primary">
              {words.start}
            </Button>
          </form>
        )
        : <Button onPress={() => setOpen(true)} size="small" variant="ghost">{words.again}</Button>}
    </>
  )
}
