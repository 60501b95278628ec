import type { UserTag } from "effect-drive/promise"
import { useUpdateFileInfo } from "effect-drive/react"
import { Check, Plus, X } from "lucide-react"
import type { ReactElement } from "react"
import { useEffect, useId, useRef, useState } from "react"
import { Button } from "../parts/Button.js"
import { Icon } from "../parts/Icon.js"
import { IconButton } from "../parts/IconButton.js"
import { useAnnounce } from "../parts/LiveRegion.js"
import { useToasts } from "../parts/Toasts.js"
import { problemOf } from "../shell/problemOf.js"
import { useSpace } from "../shell/Spaces.js"
import { useLateRefusal } from "../shell/useLateRefusal.js"
import styles from "./DetailsPanel.module.css"
import type { Pair } from "./tagPairs.js"
import { areSameTags, joinTags, pairOf, tagsOf } from "./tagPairs.js"
import { useUsedTags } from "./usedTags.js"
import { useFilesLanguage } from "./useFilesLanguage.js"

export interface TagsProps {
  readonly fileId: string
  readonly name: string
  readonly tags: ReadonlyArray<UserTag>
}

const Words = ({ id, words }: { readonly id: string; readonly words: ReadonlyArray<string> }): ReactElement => (
  <datalist id={id}>{words.map((word) => <option key={word} value={word} />)}</datalist>
)

/** Pairs are saved when a field is left, or goes with its panel; the same key twice stays here until one of them is another. */
export const Tags = ({ fileId, name, tags }: TagsProps): ReactElement => {
  const { t } = useFilesLanguage()
  const { spaceId } = useSpace()
  const announce = useAnnounce()
  const toasts = useToasts()
  const late = useLateRefusal()
  const update = useUpdateFileInfo({ spaceId })
  const words = t.files.tags
  const used = useUsedTags(spaceId)
  const listId = useId()
  const section = useRef<HTMLElement>(null)
  const [pairs, setPairs] = useState<ReadonlyArray<Pair>>(() => tags.map(pairOf))
  /** The tags that the pairs were made of. */
  const [known, setKnown] = useState(tags)
  // what is being saved is shown before the answer, and taken back with a refusal: the fields go on as they are
  if (tags !== known && !update.isPending && update.error === null) {
    setKnown(tags)
    setPairs(joinTags(pairs, known, tags))
  }
  const isTwice = (pair: Pair, index: number) =>
    pair.key !== "" && pairs.findIndex(({ key }) => key === pair.key) < index
  const sentence = pairs.some(isTwice) ? words.savedButOne : words.saved
  /** What is on its way or saved is not sent twice. */
  const sent = useRef<ReadonlyArray<UserTag> | undefined>(tags)
  useEffect(() => {
    sent.current = known
  }, [known])
  const send = async (userTags: ReadonlyArray<UserTag>, isAgain = false): Promise<void> => {
    late.withdraw()
    sent.current = userTags
    try {
      await update.mutateAsync({ fileId, userTags })
      announce(words.saved)
      if (isAgain) toasts.show({ message: words.savedOf(name) })
    } catch (cause) {
      sent.current = undefined
      late.sentenceOf(cause, words.notSaved(name), () => void send(userTags, true))
    }
  }
  const save = (next: ReadonlyArray<Pair>) => {
    const userTags = tagsOf(next)
    if (sent.current === undefined || !areSameTags(userTags, sent.current)) void send(userTags)
  }
  const leave = useRef(() => {})
  useEffect(() => {
    leave.current = () => save(pairs)
  })
  // a click on another row, and Esc, take a field away before it is left
  useEffect(() => () => leave.current(), [])
  const change = (id: number, part: Partial<UserTag>) =>
    setPairs(pairs.map((pair) => pair.id === id ? { ...pair, ...part } : pair))
  const add = () => setPairs([...pairs, pairOf({ key: "", value: "" })])
  const remove = (id: number) => {
    const next = pairs.filter((pair) => pair.id !== id)
    setPairs(next)
    save(next)
    // the button that had the focus goes with its pair
    section.current?.querySelector<HTMLElement>(":scope > button")?.focus()
  }
  return (
    <section className={styles.tags} ref={section}>
      <h3 className={styles.heading}>{words.title}</h3>
      <Words id={`${listId}-keys`} words={used.keys} />
      {pairs.map((pair, index) => (
        <div key={pair.id}>
          <div className={styles.pair}>
            <input
              aria-describedby={isTwice(pair, index) ? `${listId}-bad-${pair.id}` : undefined}
              aria-invalid={isTwice(pair, index) || undefined}
              aria-label={`${words.key} ${index + 1}`}
              autoFocus={pair.key === "" && index === pairs.length - 1}
              list={`${listId}-keys`}
              onBlur={() => save(pairs)}
              onChange={(event) => change(pair.id, { key: event.target.value })}
              value={pair.key}
            />
            <input
              aria-label={`${words.value} ${index + 1}`}
              list={`${listId}-values-${pair.id}`}
              onBlur={() => save(pairs)}
              onChange={(event) => change(pair.id, { value: event.target.value })}
              onKeyDown={(event) => {
                if (event.key === "Enter" && index === pairs.length - 1) add()
              }}
              value={pair.value}
            />
            <Words id={`${listId}-values-${pair.id}`} words={used.valuesOf(pair.key)} />
            <IconButton icon={X} iconSize={16} label={words.remove(pair.key)} onPress={() => remove(pair.id)} />
          </div>
          {isTwice(pair, index)
            ? <p className={styles.bad} id={`${listId}-bad-${pair.id}`}>{words.twice(pair.key)}</p>
            : null}
        </div>
      ))}
      <Button icon={Plus} onPress={add} size="small" variant="ghost">{words.add}</Button>
      <p className={update.error === null ? styles.saved : styles.bad} role="status">
        {update.error !== null ? problemOf(update.error, t).text : update.isSuccess
          ? (
            <>
              <Icon of={Check} size={14} />
              {sentence}
            </>
          )
          : ""}
      </p>
    </section>
  )
}
