/**
 * How long what signs is still good for; never what it is.
 */
import type { ReactElement } from "react"
import type { CredentialView, View } from "../model/readView.js"
import type { Words } from "../words/english.js"

/** Amber from a little above the mark on. */
const nearby = 0.1

/** Where there are more, they scroll in a low window, so that what stands below them is there whole: see `styles.ts`. */
const alwaysWhole = 3

const Credential = ({ one, several, words }: {
  readonly one: CredentialView
  readonly several: boolean
  readonly words: Words
}): ReactElement => {
  const { credentials, format } = words
  const { kind, left, renewedAt, share, spaceId } = one
  const low = share <= (renewedAt ?? 0) + nearby
  const name = credentials[kind]
  return (
    <li className="edi-cred" data-low={low || undefined}>
      <span>{several && spaceId !== undefined ? `${name} · ${spaceId}` : name}</span>
      <span>{left <= 0 ? credentials.over : format.span(left)}</span>
      <span aria-hidden="true" className="edi-drain">
        <i style={{ width: `${(share * 100).toFixed(1)}%` }} />
        {renewedAt === undefined ? null : <u style={{ left: `${(renewedAt * 100).toFixed(1)}%` }} />}
      </span>
    </li>
  )
}

export const Credentials = ({ view, words }: { readonly view: View; readonly words: Words }): ReactElement => {
  const several = view.credentials.filter(({ kind }) => kind === "storage").length > 1
  return (
    <section className="edi-box-credentials">
      <div className="edi-h">
        <h3>{words.credentials.title}</h3>
      </div>
      {view.credentials.length === 0 ? <p className="edi-none">{words.credentials.none}</p> : (
        <>
          <ul tabIndex={view.credentials.length > alwaysWhole ? 0 : undefined}>
            {view.credentials.map((one) => (
              <Credential key={`${one.kind} ${one.spaceId ?? ""}`} one={one} several={several} words={words} />
            ))}
          </ul>
          <p className="edi-none">{words.credentials.mark}</p>
        </>
      )}
    </section>
  )
}
