/**
 * The head of an answer, as far as it takes to find the body behind it.
 *
 * @since 1.0.7
 */

const contentLength = /\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*(?=\r\n)/gi

/** Anything that could make the body end elsewhere than its length says: then the parser shall read it. */
const unusual = /\r\n(?:transfer-encoding|content-length[ \t])|\r\n[ \t]/i

/** One half of a line's end alone: a parser may see the end of the head there. */
const oddLine = /(?:^|[^\r])\n|\r[^\n]/

const framing = /\r\n(?:transfer-encoding|content-length|upgrade)/i

/**
 * A head of a body whose length is known, and the same head for a body of one byte.
 *
 * @since 1.0.7
 * @category models
 */
export interface PlainHead {
  readonly length: number
  readonly oneByte: string
}

/**
 * Reads a head (with its empty line, as Latin-1): 200 or 206 with one `Content-Length` over 0 and no other framing, else
 * `undefined`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const read = (head: string): PlainHead | undefined => {
  if (!/^HTTP\/1\.1 20[06](?= |\r\n)/.test(head) || isOdd(head) || unusual.test(head)) return undefined
  const lengths = [...head.matchAll(contentLength)]
  const [found] = lengths
  const length = Number(found?.[1] ?? 0)
  if (lengths.length !== 1 || length === 0) return undefined
  return { length, oneByte: head.replace(contentLength, "\r\ncontent-length: 1") }
}

/**
 * Whether a head, or what has come of it, has lines that do not end as lines do.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isOdd = (head: string): boolean => oddLine.test(head)

/**
 * Whether another head follows at once: 100 Continue, 103 Early Hints. Not 101, behind which another protocol begins, and none that
 * says that it has a body.
 *
 * @since 1.0.7
 * @category predicates
 */
export const isInterim = (head: string): boolean =>
  /^HTTP\/1\.1 1(?!01)\d\d(?= |\r\n)/.test(head) && !isOdd(head) && !framing.test(head)
