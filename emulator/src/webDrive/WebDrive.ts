/**
 * The web drive on the origin of the product API: its files, and its page for every address that a person may open.
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as RequestTarget from "../http/RequestTarget.js"
import * as StaticFiles from "./StaticFiles.js"

const page = "/index.html"

/** The page of a shared link, where the folder has one: it knows nothing of the rest of the drive. */
const sharedPage = "/shared.html"

/** What belongs to the product API and never to the page. */
const ofApi = /^\/(?:api|share|thumbnail)\//

/** Where people come to by the link of a share; the drive has a page of its own for it. */
const shareLink = /^\/share\/([\w-]+)$/

const ofShare = /^\/s\/[\w-]+$/

const plainText = (text: string): string =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", "\"").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

const policyTag = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/

/** The page's own policy, which also holds in a header, with what only a header can say. No search engine keeps a page. */
const headersOf = (html: Uint8Array): Readonly<Record<string, string>> => {
  const policy = policyTag.exec(new TextDecoder().decode(html))?.[1]
  return {
    "content-security-policy": [...policy === undefined ? [] : [plainText(policy)], "frame-ancestors 'self'"].join(
      "; "
    ),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex"
  }
}

const missing = HttpServerResponse.text("There is no such file.\n", {
  status: 404,
  headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" }
})

const wantsPage = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers.accept ?? "").includes("text/html")

const pages = new Set([page, sharedPage])

/** The page that an address is answered with; none for what only a program asks for and may rely on not to be there. */
const pageFor = (folder: string, path: string, request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function*() {
    if (path !== "/" && !pages.has(path) && !wantsPage(request)) return undefined
    const shared = ofShare.test(path) || path === sharedPage ? yield* StaticFiles.read(folder, sharedPage) : undefined
    return shared ?? (yield* StaticFiles.read(folder, page))
  })

/**
 * The files of `folder` in front of the API. An address that is neither a call nor a file is a place in the drive when a browser
 * opens it, and is answered with the page; so is `/`, whoever asks for it.
 */
export const make = <E, R>(folder: string, api: HttpApp.Default<E, R>): HttpApp.Default<E, R> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request): HttpApp.Default<E, R> => {
    const path = RequestTarget.parse(request.url)?.path
    if (path === undefined || (request.method !== "GET" && request.method !== "HEAD")) return api
    const share = wantsPage(request) ? shareLink.exec(path)?.[1] : undefined
    if (share !== undefined) {
      return Effect.succeed(HttpServerResponse.redirect(`/s/${share}`, {
        status: 302,
        headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
      }))
    }
    if (ofApi.test(path)) return api
    const ifNoneMatch = request.headers["if-none-match"]
    return Effect.gen(function*() {
      const found = pages.has(path) ? undefined : yield* StaticFiles.read(folder, path)
      if (found !== undefined) return StaticFiles.answer(path, found, { ifNoneMatch, headers: {} })
      const html = yield* pageFor(folder, path, request)
      return html === undefined
        ? missing
        : StaticFiles.answer(page, html, { ifNoneMatch, headers: headersOf(html) })
    })
  })

/**
 * The address that opens the drive and signs in: the token stands behind `#`, which no server is told.
 */
export const signInAddress = (apiOrigin: string, accessToken: string): string =>
  `${apiOrigin.replace("//127.0.0.1", "//localhost")}/#token=${encodeURIComponent(accessToken)}`
