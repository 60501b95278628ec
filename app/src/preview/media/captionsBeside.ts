/** Which files of a folder are the captions of a film or sound in it: they have its name, and maybe a language. */

export interface Beside<F> {
  readonly file: F
  /** A language tag, or what stands there in place of one; empty where the name says nothing. */
  readonly tag: string
}

const ending = /\.(vtt|srt)$/i

const stemOf = (name: string): string => name.slice(0, name.lastIndexOf("."))

const plain = (name: string): string => name.normalize("NFC").toLowerCase()

const tagOf = (written: string): string => {
  try {
    return Intl.getCanonicalLocales(written.replaceAll("_", "-"))[0] ?? written
  } catch (error) {
    if (error instanceof RangeError) return written
    throw error
  }
}

/** `film.mp4` has `film.vtt`, `film.en.vtt`, `film.zh-CN.srt`; one of each language, WebVTT first. */
export const captionsBeside = <F extends { readonly name: string }>(
  name: string,
  files: ReadonlyArray<F>
): ReadonlyArray<Beside<F>> => {
  const { length } = stemOf(name).normalize("NFC")
  const stem = plain(stemOf(name))
  const found = files.flatMap((file) => {
    if (!ending.test(file.name)) return []
    const own = stemOf(file.name)
    if (plain(own) === stem) return [{ file, tag: "" }]
    return plain(own).startsWith(`${stem}.`) ? [{ file, tag: tagOf(own.normalize("NFC").slice(length + 1)) }] : []
  })
  const isVtt = ({ file }: Beside<F>) => /vtt$/i.test(file.name)
  return found.filter((one, at) =>
    isVtt(one)
      ? found.findIndex((other) => isVtt(other) && other.tag === one.tag) === at
      : !found.some((other, before) => other.tag === one.tag && (isVtt(other) || before < at))
  )
}

/** Those of the reader's language before the others. */
export const ownFirst = <C extends { readonly tag: string }>(
  all: ReadonlyArray<C>,
  language: string
): ReadonlyArray<C> => {
  const [own] = language.split("-")
  const isOwn = ({ tag }: C) => tag.split("-")[0] === own
  return [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
}

/** SubRip differs from WebVTT by its first line and by the comma in its times. What is neither stays as it is, and is refused. */
export const asVtt = (text: string): string =>
  /^WEBVTT(?:\s|$)/.test(text) || !text.includes("-->")
    ? text
    : `WEBVTT\n\n${text.replace(/(\d{2}:\d{2}),(\d{3})/g, "$1.$2")}`
