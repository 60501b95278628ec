import type { Brought, Strings } from "./catalogue.js"
import type { LanguageFace } from "./Language.js"
import { useLanguage } from "./Language.js"

/** `LanguageFace` whose sentences of a feature are all there. */
export type FaceWith<Name extends keyof Brought> = Omit<LanguageFace, "t"> & {
  readonly t: Strings & { readonly [Own in Name]: Brought[Own] }
}

/** Many rows ask for the same. */
const known: { readonly [Name in keyof Brought]: WeakMap<LanguageFace, FaceWith<Name>> } = {
  assets: new WeakMap(),
  bin: new WeakMap(),
  download: new WeakMap(),
  files: new WeakMap(),
  preview: new WeakMap(),
  share: new WeakMap(),
  shell: new WeakMap(),
  space: new WeakMap(),
  upload: new WeakMap()
}

const faceWith = <Name extends keyof Brought>(
  face: LanguageFace,
  name: Name,
  english: Brought[Name]
): FaceWith<Name> => {
  const before = known[name].get(face)
  if (before !== undefined) return before
  const own = { ...face.t[name], ...face.brought?.[name] ?? english }
  // TypeScript forgets which one a computed name is
  const whole = { ...face, t: { ...face.t, [name]: own } } as unknown as FaceWith<Name>
  known[name].set(face, whole)
  return whole
}

/** `useLanguage` with the sentences that a feature brings with its code; `english` is not asked for where the language has its own. */
export const useFaceWith = <Name extends keyof Brought>(name: Name, english: Brought[Name]): FaceWith<Name> =>
  faceWith(useLanguage(), name, english)
