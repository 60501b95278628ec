import { Check, Copy, Link2 } from "lucide-react"
import type { ReactElement } from "react"
import { Suspense, useEffect, useState } from "react"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { fileKind } from "../parts/fileKind.js"
import { Icon } from "../parts/Icon.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { loadedLater } from "../parts/loadedLater.js"
import { Part } from "../parts/Part.js"
import { Spinner } from "../parts/Spinner.js"
import { Switch } from "../parts/Switch.js"
import { copyText } from "../parts/useCopy.js"
import { problemOf } from "../shell/problemOf.js"
import { Choices } from "./Choices.js"
import { CodeSetting } from "./CodeSetting.js"
import { EndSetting } from "./EndSetting.js"
import { lifeOf } from "./linkExpiry.js"
import { Question } from "./Question.js"
import { makeShareCode } from "./shareCode.js"
import styles from "./ShareDialog.module.css"
import type { ShareTarget } from "./target.js"
import type { ShareFace } from "./useShare.js"
import { useShare } from "./useShare.js"
import { useShareLanguage } from "./useShareLanguage.js"

/** A timer knows no longer time. */
const longest = 2 ** 31 - 1

/** The time of the last drawing, which comes again when `moment` has passed. */
const useNow = (moment: number | undefined): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (moment === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(longest, Math.max(0, moment - Date.now())))
    return () => clearTimeout(timer)
  }, [moment])
  return now
}

const QrCode = loadedLater(async () => (await import("./QrCode.js")).QrCode)

export interface ShareDialogProps {
  readonly target: ShareTarget
  readonly spaceId: string
  /** Opens the dialog anew, by what it could not do while it was open. */
  readonly onReopen: () => void
  readonly onClose: () => void
}

/** The words for it that this page knows; a service may have others. */
const permissions = ["download", "view"] as const

/** The link of a file: what is changed is saved at once. */
export const ShareDialog = ({ onClose, onReopen, spaceId, target }: ShareDialogProps): ReactElement => {
  const { format, t } = useShareLanguage()
  const announce = useAnnounce()
  const words = t.share
  const link = useShare(target, spaceId, onReopen)
  const { share } = link
  const [isAsking, setAsking] = useState(false)
  const [isNew, setNew] = useState(false)
  const [said, setSaid] = useState<string>()
  const permission = share?.permission ?? "download"
  const copy = (text: string, done: string) =>
    void copyText(text).then(
      () => done,
      () => t.parts.notCopied
    ).then((sentence) => {
      setSaid(sentence)
      announce(sentence)
    })
  const open = () => {
    setSaid(undefined)
    setNew(true)
    link.open({ code: makeShareCode(), expiresIn: lifeOf("week"), permission: "download" })
  }
  const takeBack = () =>
    link.cancel(() => {
      setAsking(false)
      setSaid(words.noneLeft)
      announce(words.noneLeft)
    })
  const about = [
    t.parts.fileKind(fileKind(target.name, false)),
    target.size === undefined ? undefined : format.bytes(target.size)
  ]
  const linkHelp = share === undefined
    ? words.linkOff
    : permission === "download" || permission === "view"
    ? words.linkHelp[permission]
    : words.linkHelp.other(String(permission))
  return (
    <Dialog
      about={about.filter((part) => part !== undefined).join(" · ")}
      foot={
        <>
          <Saved link={link} said={said} />
          <Button onPress={onClose}>{t.parts.done}</Button>
        </>
      }
      onClose={onClose}
      title={words.title(target.name)}
      width="wide"
    >
      <div className={styles.body}>
        <Switch on={share !== undefined} onChange={(on) => on ? open() : setAsking(true)}>
          <span className={styles.label}>{words.link}</span>
          <span className={styles.help}>{linkHelp}</span>
        </Switch>
        {share === undefined
          ? (
            <div className={styles.off}>
              <p>{words.about}</p>
              <p>{words.earlier}</p>
              <Button isDisabled={link.isBusy} onPress={takeBack} size="small">
                {words.takeEarlier}
              </Button>
            </div>
          )
          : isAsking
          ? (
            <Question
              isBusy={link.isBusy}
              isDangerous
              no={words.keep}
              onNo={() => setAsking(false)}
              onYes={takeBack}
              text={words.cancelText}
              title={words.cancelTitle}
              yes={words.cancel}
            />
          )
          : (
            <>
              <div className={styles.link}>
                <Address href={share.href} />
                <Button
                  className={styles.copy}
                  icon={Copy}
                  onPress={() => copy(share.href, words.copied)}
                  variant="primary"
                >
                  {words.copyLink}
                </Button>
              </div>
              <div className={styles.columns}>
                <Settings
                  isNew={isNew}
                  link={link}
                  onCopyCode={(code) => copy(code, words.codeCopied)}
                  onUpdate={(wanted) => {
                    setSaid(undefined)
                    link.update(wanted)
                  }}
                />
                <div className={styles.qr}>
                  <Part>
                    <Suspense fallback={<Spinner label={t.parts.loading} />}>
                      <QrCode link={share.href} name={target.name} />
                    </Suspense>
                  </Part>
                </div>
              </div>
            </>
          )}
      </div>
    </Dialog>
  )
}

interface SettingsProps {
  readonly link: ShareFace
  /** Opened by this dialog, with the settings of a new link. */
  readonly isNew: boolean
  readonly onUpdate: ShareFace["update"]
  readonly onCopyCode: (code: string) => void
}

const Settings = ({ isNew, link, onCopyCode, onUpdate }: SettingsProps): ReactElement => {
  const { t } = useShareLanguage()
  const words = t.share
  const { share } = link
  const now = useNow(share?.expiresAt)
  const [wanted, setWanted] = useState<string>()
  // what was chosen is shown while it is being saved
  const permission = link.isBusy && wanted !== undefined ? wanted : String(share?.permission ?? "download")
  const known = permissions.map((value) => ({ value: value as string, label: words.permissions[value] }))
  const options = known.some(({ value }) => value === permission)
    ? known
    : [...known, { value: permission, label: permission }]
  return (
    <div className={styles.settings}>
      <CodeSetting
        code={link.code}
        hasCode={share?.hasCode === true}
        isBusy={link.isBusy}
        onChange={(code) => onUpdate({ code })}
        onCopy={onCopyCode}
      />
      <EndSetting
        expiresAt={share?.expiresAt}
        first={isNew ? "week" : undefined}
        now={now}
        onChange={(expiresIn) => onUpdate({ expiresIn })}
      />
      <section>
        <p className={styles.label}>{words.may}</p>
        <Choices
          label={words.may}
          onChange={(value) => {
            setWanted(value)
            onUpdate({ permission: value })
          }}
          options={options}
          value={permission}
        />
      </section>
    </div>
  )
}

/** The address without what everybody knows; its secret end stands out. */
const Address = ({ href }: { readonly href: string }): ReactElement => {
  const text = href.replace(/^https?:\/\//, "")
  const cut = text.lastIndexOf("/") + 1
  return (
    <p className={styles.address}>
      <Icon of={Link2} size={16} />
      <span>
        {text.slice(0, cut)}
        <b>{text.slice(cut)}</b>
      </span>
    </p>
  )
}

const Saved = ({ link, said }: { readonly link: ShareFace; readonly said: string | undefined }): ReactElement => {
  const { t } = useShareLanguage()
  if (link.error !== undefined) return <p className={styles.bad} role="alert">{problemOf(link.error, t).text}</p>
  if (link.isBusy) return <p className={styles.state} role="status">{t.share.saving}</p>
  const sentence = said ?? (link.isSaved && link.share !== undefined ? t.share.saved : undefined)
  return (
    <p className={styles.state} data-good={sentence === undefined ? undefined : true} role="status">
      {sentence === undefined ? null : <Icon of={Check} size={14} />}
      {sentence}
    </p>
  )
}
