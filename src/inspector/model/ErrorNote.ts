/**
 * An error as it is shown: plain texts without anything that signs.
 */
export interface ErrorNote {
  readonly tag: string
  /** The reason that the error names, or its status. */
  readonly reason: string | undefined
  readonly message: string
  readonly advice: string | undefined
  readonly causes: ReadonlyArray<string>
}

/** Errors of the catalogue hold no query; what others put into a cause may. */
const withoutQueries = (text: string): string => text.replace(/\?[^\s"'<>]*/g, (query) => query === "?" ? "?" : "")

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined

/** An error of the catalogue names itself; of any other only the kind is shown, because nobody knows what is in its text. */
const describe = (error: Error): string =>
  "_tag" in error ? `${textOf(error._tag) ?? error.name}: ${withoutQueries(error.message)}` : error.name

const mostCauses = 5

const causesOf = (error: Error): ReadonlyArray<string> => {
  const causes: Array<string> = []
  for (let cause = error.cause; cause instanceof Error && causes.length < mostCauses; cause = cause.cause) {
    causes.push(describe(cause))
  }
  return causes
}

export const errorNote = (error: Error & { readonly _tag: string }): ErrorNote => ({
  tag: error._tag,
  reason: ("reason" in error ? textOf(error.reason) : undefined) ??
    ("status" in error ? textOf(error.status) : undefined),
  message: withoutQueries(error.message),
  advice: "advice" in error ? textOf(error.advice) : undefined,
  causes: causesOf(error)
})
