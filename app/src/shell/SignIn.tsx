import { Eye, EyeOff, Pause } from "lucide-react"
import type { FormEvent, ReactElement } from "react"
import { useEffect, useState } from "react"
import { clipboard } from "../files/clipboard.js"
import { languages } from "../language/languageTag.js"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { Mark } from "../parts/Mark.js"
import { TextField } from "../parts/TextField.js"
import { useToasts } from "../parts/Toasts.js"
import { useReportCrash } from "../parts/useReportCrash.js"
import { lastUndo } from "./lastUndo.js"
import { problemOf } from "./problemOf.js"
import { useSession } from "./Session.js"
import styles from "./SignIn.module.css"
import { useShellLanguage } from "./useShellLanguage.js"

export interface SignInProps {
  /** The sign-in has run out, and so many uploads wait for the next one. */
  readonly waiting?: number | undefined
}

export const SignIn = ({ waiting }: SignInProps): ReactElement => {
  const { choose, language, t } = useShellLanguage()
  const { error, isBusy, signIn } = useSession()
  const tellBroken = useReportCrash()
  const toasts = useToasts()
  const [token, setToken] = useState("")
  const [isShown, setShown] = useState(false)
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    if (waiting !== undefined) return
    // nothing is taken back or pasted for whoever comes next
    lastUndo.forget()
    clipboard.put(undefined)
    toasts.clear()
  }, [toasts, waiting])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(token.trim() === "")
    if (token.trim() !== "") signIn(token.trim())
  }
  const refusal = error === undefined ? undefined : error._tag === "TransportError" || error._tag === "RateLimited"
    ? problemOf(error, t).text
    : t.shell.signIn.refused
  return (
    <main className={styles.page}>
      <title>{t.shell.title(t.shell.signIn.title)}</title>
      <div className={styles.card}>
        <div className={styles.logo}>
          <Mark size={28} />
          <span>{t.shell.product}</span>
        </div>
        <h1 className={styles.title}>{t.shell.signIn.title}</h1>
        {waiting === undefined ? null : (
          <p className={styles.note} role="status">
            <Icon filled of={Pause} size={16} />
            <span>{t.shell.signIn.endedUploads(waiting)}</span>
          </p>
        )}
        <form className={styles.form} onSubmit={submit}>
          <TextField
            autoComplete="current-password"
            autoFocus
            end={
              <IconButton
                icon={isShown ? EyeOff : Eye}
                iconSize={16}
                label={isShown ? t.shell.signIn.hide : t.shell.signIn.show}
                onPress={() => setShown(!isShown)}
              />
            }
            error={isMissing ? t.shell.signIn.missing : refusal}
            help={t.shell.signIn.tokenHelp}
            label={t.shell.signIn.token}
            onChange={(text) => {
              setToken(text)
              setMissing(false)
            }}
            tall
            type={isShown ? "text" : "password"}
            value={token}
          />
          <Button block className={styles.action} pending={isBusy} size="large" type="submit" variant="primary">
            {t.shell.signIn.action}
          </Button>
        </form>
      </div>
      <footer className={styles.foot}>
        {languages.map(({ name, tag }) => (
          <button
            aria-pressed={tag === language}
            key={tag}
            lang={tag}
            onClick={() => void choose(tag).catch((cause: unknown) => tellBroken(cause, true))}
            type="button"
          >
            {name}
          </button>
        ))}
      </footer>
    </main>
  )
}
