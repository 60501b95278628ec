/**
 * What a server says, made fit for an error: one short line without control characters and without secrets.
 *
 * @since 1.0.7
 */

/** Characters of an error's text. */
const longest = 400

/** What is looked at; a secret that is cut in two here is behind the end of what is shown. */
const longestLook = 8 * longest

/** Control characters, line ends of Unicode, and what turns the direction of the text around it. */
const control = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu

const cut = "<cut out>"

/** A name that says that what follows is secret, and what follows. */
const named =
  /((?:signature|token|secret|passw(?:or)?d|authorization|access_?key_?(?:id)?|credential|cookie|wsid|share_?code)["']?\s*[:=]\s*["']?)(?:Bearer\s+)?[^\s"'&,;<>]+/gi

/** Credentials that show by their form: a bearer's, a JSON web token, a signature of 256 bits in hex. */
const formed = /\bBearer\s+[^\s"'<>,;]+|\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\b[0-9a-f]{64}\b/gi

/** Shorter ones cannot be told from words. */
const shortestSecret = 4

const without = (text: string, secret: string): string =>
  secret.length < shortestSecret ? text : text.replaceAll(secret, cut).replaceAll(encodeURIComponent(secret), cut)

/**
 * The text as an error may hold it. `secrets`: values that the call was made with, none of which may come back.
 *
 * @since 1.0.7
 * @category combinators
 */
export const clean = (text: string, secrets: ReadonlyArray<string> = []): string => {
  const line = secrets.reduce(without, text.slice(0, longestLook).replace(control, " "))
    .replace(named, `$1${cut}`)
    .replace(formed, cut)
    .trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/**
 * The same where there may be no text.
 *
 * @since 1.0.7
 * @category combinators
 */
export const cleanIfGiven = (text: string | undefined, secrets?: ReadonlyArray<string>): string | undefined =>
  text === undefined ? undefined : clean(text, secrets)

const isSecretName = (name: string): boolean => /token|secret|passw|signature|credential|accesskey|code$/i.test(name)

/**
 * Values of the fields whose names say that they are secret.
 *
 * @since 1.0.7
 * @category combinators
 */
export const secretsIn = (fields: Iterable<readonly [name: string, value: unknown]>): ReadonlyArray<string> =>
  [...fields].flatMap(([name, value]) => typeof value === "string" && isSecretName(name) ? [value] : [])
