/**
 * Answers that cannot come from the service that was asked: a network's sign-in page, a proxy or a filter has answered in its place.
 *
 * @since 1.0.7
 */
import { TransportError } from "./errors/TransportError.js"

/**
 * What was asked. `path` as in `TransportError`: never a query.
 *
 * @since 1.0.7
 * @category models
 */
export interface ForeignCall {
  readonly method: string
  readonly path: string
}

/**
 * What came. Header names are lower case; `body` is its beginning, as far as it was read.
 *
 * @since 1.0.7
 * @category models
 */
export interface ForeignReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

const pageStart =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|script)[\s>]/i

/**
 * Characters of a body that are looked at to see what it is.
 *
 * @since 1.0.7
 * @category constants
 */
export const startLength = 2048

/**
 * Whether a text begins as a page of HTML does.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isPage = (body: string): boolean => pageStart.test(body.slice(0, startLength))

/**
 * Whether the answer says of itself that it is one.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isHtml = ({ headers }: Pick<ForeignReply, "headers">): boolean =>
  /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "")

/**
 * Whether a status is that of a success.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isGood = (status: number): boolean => status >= 200 && status < 300

/** A browser hides the status of a redirect that it must not follow, and says 0. */
const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400 && status !== 304)

const redirect = ({ headers }: Pick<ForeignReply, "headers">): string => {
  const location = headers["location"] ?? ""
  const where = URL.canParse(location) ? ` to ${new URL(location).host}` : ""
  return `a redirect${where}, and redirects are not followed`
}

/**
 * What the status alone gives away: 407 and 511 are said by what lies in between, and no service here redirects.
 *
 * @since 1.0.7
 * @category combinators
 */
export const byStatus = (reply: Pick<ForeignReply, "headers" | "status">): string | undefined => {
  if (reply.status === 407) return "a proxy asks for a sign-in"
  if (reply.status === 511) return "the network asks for a sign-in"
  return isRedirect(reply.status) ? redirect(reply) : undefined
}

/**
 * What is most often there in the service's place.
 *
 * @since 1.0.7
 * @category constants
 */
export const page = "a page of HTML"

/**
 * The error of a foreign answer, where there is something that gave it away.
 *
 * @since 1.0.7
 * @category constructors
 */
export const named = (call: ForeignCall, status: number, detail: string | undefined): TransportError | undefined =>
  detail === undefined ? undefined : new TransportError({
    ...call,
    reason: "ForeignAnswer",
    status: status === 0 ? undefined : status,
    detail
  })

/**
 * The error of an answer to a call whose service speaks JSON; `undefined` where it may well be the service's own. An answer whose
 * body was read as JSON needs no look at its body: give it as "".
 *
 * @since 1.0.7
 * @category constructors
 */
export const ofApi = (call: ForeignCall, reply: ForeignReply): TransportError | undefined => {
  const type = reply.headers["content-type"]
  const isOther = reply.body.trim() !== "" && type !== undefined && !/json/i.test(type)
  const body = isGood(reply.status) && (isPage(reply.body) || isOther)
    ? isPage(reply.body) || isHtml(reply) ? page : "a text that is not JSON"
    : undefined
  return named(call, reply.status, byStatus(reply) ?? body)
}
