/**
 * The same answers in other types: a service may write ids as numbers, numbers as text, flags as 0 and 1, and what is absent as an
 * empty text.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"

const rewritten = (value: unknown): unknown => {
  switch (typeof value) {
    case "number":
      return String(value)
    case "boolean":
      return value ? 1 : 0
    case "object":
      if (value === null) return ""
      return Array.isArray(value)
        ? value.map(rewritten)
        : Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, asItIs.has(key) ? inner : rewritten(inner)])
        )
    default:
      return value === "" ? null : value
  }
}

/** Passed on in the service's own words, whatever they are. */
const asItIs = new Set(["status", "raw_action", "task_status"])

/** Fields whose name says that they hold an id. */
const idField = /"((?:\w+_)?(?:id|wsid))":"([1-9]\d{0,30})"/g

const idList = /"((?:\w+_)?(?:ids|failed))":\[("[1-9]\d{0,30}"(?:,"[1-9]\d{0,30}")*)\]/g

/**
 * The text of an answer, with `data` in other types. Ids of digits alone become numbers, with all their digits.
 */
export const inOtherTypes = (text: string): string => {
  const { data, ...envelope } = JSON.parse(text)
  if (data === undefined) return text
  return JSON.stringify({ ...envelope, data: rewritten(data) })
    .replace(idField, "\"$1\":$2")
    .replace(idList, (_, name: string, ids: string) => `"${name}":[${ids.replaceAll("\"", "")}]`)
}

export const answerInOtherTypes = (
  answer: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  answer.body._tag === "Uint8Array" && answer.body.contentType === "application/json"
    ? HttpServerResponse.setBody(
      answer,
      HttpServerResponse.text(inOtherTypes(new TextDecoder().decode(answer.body.body)), {
        contentType: "application/json"
      }).body
    )
    : answer
