/**
 * The calls of a bucket, made by a page itself: requests to signed addresses, and answers that the browser's own reader of XML takes
 * apart. So a page that uploads neither loads nor runs the SDK.
 */
import * as HttpBody from "@effect/platform/HttpBody"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { defaultPresignExpiry } from "../../../domain/Constants.js"
import * as Etag from "../../../domain/Etag.js"
import type { OpenUpload, StoredPart, StoreError } from "../../../services/PartStore.js"
import { replyLimit } from "../../http/answerLimits.js"
import { withoutSpans } from "../../http/FetchOptions.js"
import type { Connection, Opened, StorageCall } from "../bucket/BucketConnection.js"
import type { ReadReply } from "../bucket/BucketExchange.js"
import { exchange, RefusedReply } from "../bucket/BucketExchange.js"
import { completeTimeout } from "../bucket/BucketOptions.js"
import { markKey } from "../bucket/Signing.js"
import type { PartPage, S3Calls } from "./S3Calls.js"
import type { S3QuerySigner } from "./S3QuerySigner.js"

/** The answer cannot be read, or what is asked cannot be signed. */
class Unreadable extends Data.TaggedError("Unreadable")<{ readonly message: string }> {}

interface Asked extends StorageCall {
  readonly method: "DELETE" | "GET" | "HEAD" | "POST"
  /** Of the bucket itself, not of the object that the call is about. */
  readonly ofBucket?: boolean
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly xml?: string
}

/** Seconds. A signature in a header lives as long, so that a wrong clock is noticed, and learned, as it is with the SDK. */
const expiresIn = Duration.toSeconds(defaultPresignExpiry)

const decoder = new TextDecoder()

const escaped: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const xmlText = (text: string): string => text.replace(/[&<>]/g, (sign) => escaped[sign] ?? sign)

const childrenOf = (parent: Element, name: string): ReadonlyArray<Element> =>
  [...parent.children].filter(({ localName }) => localName === name)

/** What stands in the first child of this name; `undefined` where that is nothing. */
const textIn = (parent: Element, name: string): string | undefined => {
  const text = childrenOf(parent, name)[0]?.textContent.trim()
  return text === "" ? undefined : text
}

const partXml = ({ digest, etag, number }: StoredPart): string =>
  `<Part><ETag>"${xmlText(etag ?? "")}"</ETag>${
    digest?.crc32 === undefined ? "" : `<ChecksumCRC32>${xmlText(digest.crc32)}</ChecksumCRC32>`
  }<PartNumber>${number}</PartNumber></Part>`

const completeXml = (parts: ReadonlyArray<StoredPart>): string =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${
    parts.map(partXml).join("")
  }</CompleteMultipartUpload>`

const partOf = (part: Element): StoredPart => {
  const crc32 = textIn(part, "ChecksumCRC32")
  return {
    number: Number(textIn(part, "PartNumber") ?? 0),
    size: Number(textIn(part, "Size") ?? 0),
    etag: Etag.make(textIn(part, "ETag")),
    ...(crc32 === undefined ? {} : { digest: { crc32 } })
  }
}

const partsOf = (result: Element): PartPage => ({
  parts: childrenOf(result, "Part").map(partOf),
  checksum: { algorithm: textIn(result, "ChecksumAlgorithm"), type: textIn(result, "ChecksumType") },
  isTruncated: textIn(result, "IsTruncated") === "true",
  marker: textIn(result, "NextPartNumberMarker")
})

const uploadsOf = (result: Element, key: string): ReadonlyArray<OpenUpload> | Unreadable => {
  const uploads = childrenOf(result, "Upload").flatMap((upload): ReadonlyArray<OpenUpload> => {
    const uploadId = textIn(upload, "UploadId")
    const initiated = textIn(upload, "Initiated")
    const isOfKey = childrenOf(upload, "Key")[0]?.textContent === key
    return isOfKey && uploadId !== undefined && initiated !== undefined
      ? [{ uploadId, begunAt: Date.parse(initiated) }]
      : []
  })
  return uploads.some(({ begunAt }) => Number.isNaN(begunAt))
    ? new Unreadable({ message: "the time of an upload is no time" })
    : uploads
}

const unreadable = (cause: unknown): Unreadable =>
  new Unreadable({ message: cause instanceof Error ? cause.message : String(cause) })

/** A page's policy may forbid it to read text as a document. */
const parsed = (text: string): Effect.Effect<Document, Unreadable> =>
  Effect.try({ try: () => new DOMParser().parseFromString(text, "application/xml"), catch: unreadable })

/**
 * The document of a good answer. Amazon sends blanks before an answer that takes long, and may then tell of an error.
 */
const documentOf = Effect.fnUntraced(function*({ body, headers, status }: ReadReply, root: string) {
  const text = decoder.decode(body).trim()
  const document = yield* parsed(text)
  const { documentElement: found } = document
  if (document.getElementsByTagName("parsererror").length > 0) {
    return yield* new Unreadable({ message: "the answer is no XML" })
  }
  if (found.localName === root) return found
  return yield* Effect.fail(
    found.localName === "Error"
      ? new RefusedReply({ reply: Redacted.make({ status, headers, body: text.slice(0, replyLimit) }) })
      : new Unreadable({ message: `the answer is no ${root}, but <${found.localName}>` })
  )
})

/**
 * The calls with one credential, whose bucket's addresses `sign` makes.
 */
export const make = (
  { attempt, now }: Pick<Connection<Opened, never>, "attempt" | "now">,
  httpClient: HttpClient.HttpClient,
  opened: Opened,
  sign: S3QuerySigner
): S3Calls => {
  const client = withoutSpans(httpClient)

  const requestOf = (url: string, { headers = {}, method, xml }: Asked): HttpClientRequest.HttpClientRequest => {
    const request = HttpClientRequest.setHeaders(HttpClientRequest.make(method)(url), headers)
    return xml === undefined ? request : HttpClientRequest.setBody(request, HttpBody.text(xml, headers["content-type"]))
  }

  const ask = Effect.fnUntraced(function*<A>(
    call: Asked,
    read: (reply: ReadReply) => Effect.Effect<A, RefusedReply | Unreadable>
  ) {
    const signingDate = new Date(yield* now)
    const { headers = {}, method, ofBucket, query = {} } = call
    const key = ofBucket === true ? "" : call.key
    const asking = Effect.try({
      try: () => sign({ method, key, query, headers }, { expiresIn, signingDate }),
      catch: unreadable
    }).pipe(
      Effect.flatMap((url) => exchange(client, requestOf(url, call))),
      Effect.flatMap((reply) => "_tag" in reply ? Effect.fail(reply) : read(reply))
    )
    return yield* attempt(call, opened, asking)
  })

  const askFor = <A>(
    call: Asked,
    root: string,
    read: (found: Element) => A | Unreadable
  ): Effect.Effect<A, StoreError> =>
    ask(call, (reply) =>
      Effect.flatMap(documentOf(reply, root), (found) => {
        const answer = read(found)
        return answer instanceof Unreadable ? Effect.fail(answer) : Effect.succeed(answer)
      }))

  return {
    head: (key) =>
      ask({ method: "HEAD", key }, ({ headers }) =>
        Effect.succeed({
          key,
          size: Number(headers["content-length"] ?? 0),
          etag: Etag.make(headers["etag"]),
          mark: headers[`x-amz-meta-${markKey}`]
        })),

    begin: ({ checksum, contentType, key, mark }) =>
      askFor(
        {
          method: "POST",
          key,
          query: { uploads: "" },
          headers: {
            ...(contentType === undefined ? {} : { "content-type": contentType }),
            ...(mark === undefined ? {} : { [`x-amz-meta-${markKey}`]: mark }),
            ...(checksum === undefined ? {} : { "x-amz-checksum-algorithm": "CRC32" })
          }
        },
        "InitiateMultipartUploadResult",
        (result) => textIn(result, "UploadId")
      ),

    partPage: ({ key, uploadId }, { marker, most }) =>
      askFor(
        {
          method: "GET",
          key,
          uploadId,
          query: {
            uploadId,
            ...(marker === undefined ? {} : { "part-number-marker": marker }),
            ...(most === undefined ? {} : { "max-parts": String(most) })
          }
        },
        "ListPartsResult",
        partsOf
      ),

    complete: ({ key, uploadId }, parts) =>
      askFor(
        {
          method: "POST",
          key,
          uploadId,
          query: { uploadId },
          headers: { "content-type": "application/xml" },
          xml: completeXml(parts),
          timeout: completeTimeout
        },
        "CompleteMultipartUploadResult",
        (result) => Etag.make(textIn(result, "ETag"))
      ),

    uploads: (key) =>
      askFor(
        { method: "GET", key, ofBucket: true, query: { uploads: "", prefix: key } },
        "ListMultipartUploadsResult",
        (result) => uploadsOf(result, key)
      ),

    abort: ({ key, uploadId }) => ask({ method: "DELETE", key, uploadId, query: { uploadId } }, () => Effect.void)
  }
}
