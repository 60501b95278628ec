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

/** Ids and more that storages and their gateways put into every answer. A page sees them only where CORS exposes them. */
const ownHeader = /^x-(?:amz|oss|ca|acs|rgw|minio|trans)-/

const pageStart =
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|script)[\s>]/i

/** What is looked at of a body to see what it is. */
const startLength = 2048

const isPage = (body: string): boolean => pageStart.test(body.slice(0, startLength))

const isHtml = ({ headers }: Pick<ForeignReply, "headers">): boolean =>
  /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "")

const isGood = (status: number): boolean => status >= 200 && status < 300

const hasOwnHeader = ({ headers }: Pick<ForeignReply, "headers">): boolean =>
  Object.keys(headers).some((name) => ownHeader.test(name))

/** A browser hides the status of a redirect that it was told not to follow, and says 0. */
const isRedirect = (status: number): boolean => status === 0 || (status >= 300 && status < 400 && status !== 304)

const redirect = ({ headers }: Pick<ForeignReply, "headers">): string => {
  const location = headers["location"] ?? ""
  const where = URL.canParse(location) ? ` to ${new URL(location).host}` : ""
  return `a redirect${where}, and redirects are not followed`
}

/** 407 and 511 are said by what lies in between alone. */
const byStatus = (reply: Pick<ForeignReply, "headers" | "status">): string | undefined => {
  if (reply.status === 407) return "a proxy asks for a sign-in"
  if (reply.status === 511) return "the network asks for a sign-in"
  return isRedirect(reply.status) ? redirect(reply) : undefined
}

const page = "a page of HTML"

const named = (call: ForeignCall, status: number, detail: string | undefined): TransportError | undefined =>
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

/** XML and JSON are what a storage says, whatever type the answer is given. */
const isStorageText = (body: string): boolean => /^\s*(?:<\?xml|[{[])/.test(body) && !isPage(body)

/**
 * The same for an answer to a control call or a PUT of a storage.
 *
 * @since 1.0.7
 * @category constructors
 */
export const ofStorage = (call: ForeignCall, reply: ForeignReply): TransportError | undefined => {
  const { body, headers, status } = reply
  if (hasOwnHeader(reply) || /<Error[\s>]/.test(body.slice(0, startLength))) return undefined
  const isForeignText = isPage(body) || (isHtml(reply) && body.trim() !== "" && !isStorageText(body))
  // A HEAD has no body to look at, and every object has these.
  const isBare = call.method === "HEAD" && isHtml(reply) && headers["etag"] === undefined &&
    headers["last-modified"] === undefined
  return named(call, status, byStatus(reply) ?? (isGood(status) && (isForeignText || isBare) ? page : undefined))
}

/**
 * The same for the answer to a GET of an object's bytes, which may themselves be a page of HTML. `isOtherSize`: it announces another
 * size than the object has, or none where a range was asked for.
 *
 * @since 1.0.7
 * @category constructors
 */
export const ofBytes = (
  call: ForeignCall,
  reply: Pick<ForeignReply, "headers" | "status">,
  isOtherSize: boolean
): TransportError | undefined => {
  if (hasOwnHeader(reply)) return undefined
  const { headers, status } = reply
  // Headers that pages see of every storage's object.
  const isBare = headers["etag"] === undefined && headers["last-modified"] === undefined
  const isForeign = isGood(status) && isHtml(reply) && (isBare || isOtherSize)
  return named(call, status, byStatus(reply) ?? (isForeign ? page : undefined))
}
