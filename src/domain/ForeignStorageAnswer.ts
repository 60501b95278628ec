/**
 * The same judgement of a storage's answers: they speak XML, say nothing at all, or are the bytes of an object.
 *
 * @since 1.0.7
 */
import type { TransportError } from "./errors/TransportError.js"
import type { ForeignCall, ForeignReply } from "./ForeignAnswer.js"
import { byStatus, isGood, isHtml, isPage, named, page, startLength } from "./ForeignAnswer.js"

/** Ids and more that storages and their gateways put into every answer. A page sees them only where CORS exposes them. */
const ownHeader = /^x-(?:amz|oss|ca|acs|rgw|minio|trans)-/

const hasOwnHeader = ({ headers }: Pick<ForeignReply, "headers">): boolean =>
  Object.keys(headers).some((name) => ownHeader.test(name))

/** XML and JSON are what a storage says, whatever type the answer is given. */
const isStorageText = (body: string): boolean => /^\s*(?:<\?xml|[{[])/.test(body) && !isPage(body)

/**
 * The error of an answer to a control call or a PUT of a storage; `undefined` where it may well be the storage's own.
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
