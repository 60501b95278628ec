/**
 * What the drive answers, as plain data: it can be compared, kept, and sent from a server to a page.
 *
 * @since 1.0.7
 */
import * as Redacted from "effect/Redacted"

/**
 * The same without classes and without secrets.
 *
 * @since 1.0.7
 * @category models
 */
export type Plain<A> = A extends string | number | boolean | bigint | null | undefined ? A
  : A extends ReadonlyArray<infer Item> ? ReadonlyArray<Plain<Item>>
  : { readonly [K in keyof A as NonNullable<A[K]> extends Redacted.Redacted<unknown> ? never : K]: Plain<A[K]> }

const copy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => !Redacted.isRedacted(field))
  const plain = Object.fromEntries(fields.map(([name, field]) => [name, copy(field)]))
  // a getter of the class, which all who show files ask for
  return "isFolder" in value ? { ...plain, isFolder: value.isFolder } : plain
}

/**
 * @since 1.0.7
 * @category combinators
 */
export const plainData = <A>(value: A): Plain<A> => copy(value) as Plain<A>
