import type { ConflictChoice } from "effect-drive/promise"
import type { ReactElement } from "react"
import { useEffect, useMemo, useState } from "react"
import { ToggleButton } from "react-aria-components/ToggleButton"
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup"
import type { LanguageFace } from "../language/Language.js"
import { Badge } from "../parts/Badge.js"
import { Button } from "../parts/Button.js"
import { Dialog } from "../parts/Dialog.js"
import { KindTile } from "../parts/FileIcon.js"
import { fileKind } from "../parts/fileKind.js"
import { FileName } from "../parts/FileName.js"
import { onFirstClick } from "../parts/onFirstClick.js"
import styles from "./ConflictDialog.module.css"
import type { Conflict } from "./conflicts.js"
import { LoadedPicture } from "./LoadedPicture.js"
import { StoredPicture } from "./StoredPicture.js"
import { useUploadLanguage } from "./useUploadLanguage.js"

export interface ConflictDialogProps {
  readonly conflicts: ReadonlyArray<Conflict>
  readonly onClose: () => void
}

/** So many are asked about one after the other, with their pictures; more are a table. */
const oneByOne = 3
const choices: ReadonlyArray<ConflictChoice> = ["keepBoth", "replace", "skip"]

const isNewer = ({ existing, incoming }: Conflict): boolean | undefined =>
  existing?.updatedAt === undefined || incoming.modifiedAt === undefined
    ? undefined
    : incoming.modifiedAt > existing.updatedAt

const momentOf = (at: number | undefined, { format, t }: LanguageFace): string =>
  at === undefined ? t.parts.none : format.moment(at)

const sizeOf = (size: number | undefined, { format, t }: LanguageFace): string =>
  size === undefined ? t.parts.none : format.bytes(size)

const LocalPicture = ({ file }: { readonly file: File }): ReactElement => {
  const address = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <LoadedPicture src={address} />
}

const Picture = ({ conflict, isNew }: { readonly conflict: Conflict; readonly isNew: boolean }): ReactElement => {
  const kind = fileKind(conflict.name, false)
  const { existing, incoming, spaceId } = conflict
  const isImage = kind.group === "image"
  return (
    <div className={styles.picture}>
      <KindTile big kind={kind} />
      {!isImage
        ? null
        : isNew
        ? incoming.file === undefined ? null : <LocalPicture file={incoming.file} key={conflict.id} />
        : existing === undefined
        ? null
        : <StoredPicture file={existing} spaceId={spaceId} />}
    </div>
  )
}

const Single = ({ conflicts, onClose }: ConflictDialogProps): ReactElement | null => {
  const language = useUploadLanguage()
  const { t } = language
  const words = t.upload.conflict
  const [index, setIndex] = useState(0)
  const [forRest, setForRest] = useState(false)
  const conflict = conflicts[index]
  if (conflict === undefined) return null
  const rest = conflicts.slice(index)
  const answer = (choice: ConflictChoice) => {
    for (const one of forRest ? rest : [conflict]) void one.settle(choice)
    if (forRest || rest.length === 1) onClose()
    else setIndex(index + 1)
  }
  const newer = isNewer(conflict)
  const side = (isNew: boolean, size: number | undefined, at: number | undefined) => (
    <section>
      <h3 className={styles.side}>
        {isNew ? words.incoming : words.existing}
        {newer === isNew ? <Badge tone="accent">{words.newer}</Badge> : null}
      </h3>
      <Picture conflict={conflict} isNew={isNew} />
      <p>{momentOf(at, language)}</p>
      <p className={styles.muted}>{sizeOf(size, language)}</p>
    </section>
  )
  return (
    <Dialog
      about={conflict.name}
      foot={
        <>
          {rest.length > 1
            ? (
              <label className={styles.check}>
                <input checked={forRest} onChange={(event) => setForRest(event.target.checked)} type="checkbox" />
                {words.forRest(rest.length - 1)}
              </label>
            )
            : null}
          <Button onClick={onFirstClick(() => answer("skip"))} variant="ghost">{words.skip}</Button>
          <Button onClick={onFirstClick(() => answer("replace"))}>{words.replace}</Button>
          <Button autoFocus onClick={onFirstClick(() => answer("keepBoth"))} variant="primary">{words.keepBoth}</Button>
        </>
      }
      onClose={onClose}
      title={words.title}
      width="wide"
    >
      {conflicts.length > 1 ? <p className={styles.muted}>{words.at(index + 1, conflicts.length)}</p> : null}
      <div className={styles.pair}>
        {side(false, conflict.existing?.size, conflict.existing?.updatedAt)}
        {side(true, conflict.incoming.size, conflict.incoming.modifiedAt)}
      </div>
      <p className={styles.explain}>{words.explain}</p>
    </Dialog>
  )
}

const Choice = (
  { label, onChange, value }: {
    readonly label: string
    readonly value: ConflictChoice
    readonly onChange: (choice: ConflictChoice) => void
  }
): ReactElement => {
  const words = useUploadLanguage().t.upload.conflict
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.choice ?? ""}
      disallowEmptySelection
      onSelectionChange={(keys) => {
        const next = choices.find((choice) => keys.has(choice))
        if (next !== undefined) onChange(next)
      }}
      selectedKeys={[value]}
      selectionMode="single"
    >
      {choices.map((choice) => (
        <ToggleButton className={styles.one ?? ""} id={choice} key={choice}>{words[choice]}</ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

const Many = ({ conflicts, onClose }: ConflictDialogProps): ReactElement => {
  const language = useUploadLanguage()
  const { t } = language
  const words = t.upload.conflict
  const [forAll, setForAll] = useState<ConflictChoice>("keepBoth")
  const [own, setOwn] = useState<ReadonlyMap<string, ConflictChoice>>(new Map())
  const choiceOf = (id: string) => own.get(id) ?? forAll
  const count = (choice: ConflictChoice) => conflicts.filter(({ id }) => choiceOf(id) === choice).length
  const settle = (of: (id: string) => ConflictChoice) => {
    for (const conflict of conflicts) void conflict.settle(of(conflict.id))
    onClose()
  }
  return (
    <Dialog
      foot={
        <>
          <span className={styles.outcome}>{words.outcome(count("keepBoth"), count("replace"), count("skip"))}</span>
          <Button onPress={() => settle(() => "skip")} variant="ghost">{words.skipAll}</Button>
          <Button onPress={() => settle(choiceOf)} variant="primary">{words.continue}</Button>
        </>
      }
      onClose={onClose}
      title={words.titleMany(conflicts.length)}
      width="table"
    >
      <div className={styles.line}>
        <span className={styles.grow}>{words.forUntouched}</span>
        <Choice label={words.forUntouched} onChange={setForAll} value={forAll} />
      </div>
      <div aria-hidden="true" className={styles.heads}>
        <span>{t.files.columns.name}</span>
        <span>{words.existing}</span>
        <span>{words.incoming}</span>
      </div>
      <ul>
        {conflicts.map((conflict) => {
          const { existing, id, incoming, name } = conflict
          const newer = isNewer(conflict)
          const note = newer === true
            ? <span className={styles.newer}>· {words.newer}</span>
            : existing?.size === incoming.size
            ? <>· {words.sameSize}</>
            : null
          return (
            <li className={styles.row} key={id}>
              <KindTile kind={fileKind(name, false)} />
              <FileName className={styles.name} isFolder={false} name={name} />
              <span className={styles.facts}>
                {momentOf(existing?.updatedAt, language)}
                <small>
                  {sizeOf(existing?.size, language)} {newer === false
                    ? <span className={styles.newer}>· {words.newer}</span>
                    : null}
                </small>
              </span>
              <span className={styles.facts}>
                {momentOf(incoming.modifiedAt, language)}
                <small>{sizeOf(incoming.size, language)} {note}</small>
              </span>
              <Choice
                label={name}
                onChange={(choice) => setOwn(new Map(own).set(id, choice))}
                value={choiceOf(id)}
              />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

/** What becomes of names that are taken: up to three side by side, more in a table. */
export const ConflictDialog = (props: ConflictDialogProps): ReactElement =>
  props.conflicts.length > oneByOne ? <Many {...props} /> : <Single {...props} />
