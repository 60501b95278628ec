/**
 * The text of an answer, cut at 64 KiB.
 *
 * @since 1.0.7
 */
import type { IncomingMessage } from "node:http"
import { replyLimit } from "./answerLimits.js"

/**
 * Collects the text while it arrives; `enough` is called at its end, or when there is more of it than is kept.
 *
 * @since 1.0.7
 * @category constructors
 */
export const collectText = (response: IncomingMessage, enough: () => void): () => string => {
  const chunks: Array<Buffer> = []
  let length = 0
  response.on("data", (chunk: Buffer) => {
    if (length <= replyLimit) chunks.push(chunk)
    length += chunk.length
    if (length > replyLimit) enough()
  })
  response.on("end", enough)
  return () => Buffer.concat(chunks).subarray(0, replyLimit).toString("utf8")
}
