/** What a worker's answer to a file that it was to read and announce means. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Exit, Option } from "effect"
import type { ThreadAnswer } from "../../../../src/layers/browser/requests/RequestProtocol.js"
import type { SmallThread } from "../../../../src/layers/browser/requests/smallRequests.js"
import { smallRequests } from "../../../../src/layers/browser/requests/smallRequests.js"
import { blobSource } from "../../../../src/layers/files/BlobSource.js"
import { largestAnswer } from "../../../../src/layers/http/answerLimits.js"
import type { AnnounceOutcome } from "../../../../src/services/SmallRequests.js"

type Called = Extract<ThreadAnswer, { readonly type: "called" }>

const blob = new Blob(["bytes"], { type: "text/plain" })
const source = blobSource({ blob, name: "a.txt", lending: "bytes" })
const head = {
  origin: () => "https://api.test",
  headers: { "x-product": "ours" },
  fetchOptions: { redirect: "manual" }
} as const
const read = { sha1: "ab", md5: "sum" }

const called: Called = { type: "called", id: 1, status: 200, headers: [["x-a", "b"]], body: [], broken: false, read }

type Asked = Parameters<SmallThread["readAndCall"]>

const announce = (answer: Parameters<Asked[3]>[0]) => {
  const asked: Array<Asked> = []
  let outcome: AnnounceOutcome | undefined
  const requests = smallRequests({
    isOpen: () => true,
    put: () => () => {},
    readAndCall: (...given) => {
      asked.push(given)
      given[3](answer)
      return () => {}
    }
  })
  const body = { name: "a.txt", content_hash: requests.placeholder }
  const request = { operation: "Uploads.create", method: "POST", path: "/api/v2/file/space", body } as const
  requests.announce(source, ["md5"], { head, request }, (told) => outcome = told)
  return { asked, outcome, placeholder: requests.placeholder }
}

const failureOf = ({ call }: AnnounceOutcome = {}): object =>
  call === undefined || Exit.isSuccess(call.made) ? {} : Option.getOrThrow(Cause.failureOption(call.made.cause))

describe("a file that a worker reads and announces", () => {
  it("goes in one message, with what the call says of it still to come", () => {
    const { asked: [asked], outcome, placeholder } = announce({ ...called, body: [new TextEncoder().encode("{}")] })
    assert.match(placeholder, /^[0-9A-F]{40}$/)
    assert.deepInclude(asked?.[0], { body: blob, size: 5, kinds: ["sha1", "md5"], placeholder })
    assert.strictEqual(asked?.[1], "https://api.test/api/v2/file/space")
    assert.deepInclude(asked?.[2], { method: "POST", redirect: "manual" })
    assert.deepStrictEqual(asked?.[2].headers, { "x-product": "ours", "content-type": "application/json" })
    assert.strictEqual(asked?.[2].body, JSON.stringify({ name: "a.txt", content_hash: placeholder }))
    assert.deepStrictEqual(outcome?.file, { sha1: "ab", digest: read, body: blob })
    const made = outcome?.call?.made
    assert.deepInclude(made && Exit.isSuccess(made) ? made.value : {}, {
      origin: "https://api.test",
      status: 200,
      headers: { "x-a": "b" },
      body: "{}"
    })
  })

  it("of each thread has a placeholder of its own", () => {
    assert.notStrictEqual(announce(called).placeholder, announce(called).placeholder)
  })

  it("says that the session has ended by the status alone", () => {
    const made = announce({ ...called, status: 401, broken: true }).outcome?.call?.made
    assert.deepInclude(made && Exit.isSuccess(made) ? made.value : {}, { status: 401, body: "" })
  })

  it("whose answer broke off has none, but its host has answered", () => {
    const { outcome } = announce({ ...called, broken: true })
    assert.deepInclude(failureOf(outcome), { _tag: "TransportError", reason: "Network" })
    assert.deepStrictEqual(outcome?.call?.head, { status: 200, headers: { "x-a": "b" } })
  })

  it("whose answer is too large has none either", () => {
    const { outcome } = announce({ ...called, body: [new Uint8Array(largestAnswer + 1)] })
    assert.deepInclude(failureOf(outcome), { reason: "AnswerTooLarge" })
    assert.strictEqual(outcome?.call?.head?.status, 200)
  })

  it("whose call got no answer was read all the same", () => {
    const { outcome } = announce({ type: "failed", read })
    assert.deepInclude(failureOf(outcome), { reason: "Network" })
    assert.isUndefined(outcome?.call?.head)
    assert.strictEqual(outcome?.file?.sha1, "ab")
  })

  it("whose call is the page's to make was read, and that is all", () => {
    const { outcome } = announce({ type: "blocked", read })
    assert.deepStrictEqual([outcome?.file?.sha1, outcome?.call], ["ab", undefined])
  })

  it("that cannot be read asks nobody anything", () => {
    assert.deepStrictEqual(announce({ type: "unreadable" }).outcome, { file: undefined, call: undefined })
  })
})
