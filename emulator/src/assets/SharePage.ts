/**
 * The page of a share, for people: no script, nothing from elsewhere, every text escaped.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Refusal } from "../catalogue/Refusal.js"
import { retryAfterHeader } from "../catalogue/Refusal.js"

/**
 * What there is to show. Size in bytes; without `download_url` the share is for looking only.
 */
export type ShareView =
  | {
    readonly _tag: "Shown"
    readonly name: string
    readonly size: number
    readonly content_type: string
    readonly expire_time: string | null
    readonly preview_url: string | null
    readonly download_url: string | null
  }
  | { readonly _tag: "Refused"; readonly refusal: Refusal }

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => entities[one] ?? one)

const page = (
  title: string,
  body: string,
  status: number,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:15vh auto;padding:1rem}
h1{overflow-wrap:anywhere;font-size:1.4rem}input,button{font:inherit;padding:.4rem .7rem}</style>
<main>${body}</main></html>
`,
    { status, contentType: "text/html; charset=utf-8", headers }
  )

const form = `<form method="post"><label>Code <input name="code" autocomplete="off" required autofocus></label>
<button>Open</button></form>`

const asksForCode = new Set<number | string>(["ShareCodeRequired", "ShareCodeWrong"])

const refused = (refusal: Refusal): HttpServerResponse.HttpServerResponse =>
  page(
    "Shared file",
    `<h1>Shared file</h1><p role="alert">${escaped(refusal.message)}</p>${asksForCode.has(refusal.code) ? form : ""}`,
    refusal.status,
    retryAfterHeader(refusal)
  )

export const sharePage = (view: ShareView): HttpServerResponse.HttpServerResponse => {
  if (view._tag === "Refused") return refused(view.refusal)
  const until = view.expire_time === null ? "" : `<p>Until ${escaped(view.expire_time)}</p>`
  const way = view.download_url === null
    ? "<p>This share is for looking only.</p>"
    : `<p><a href="${escaped(view.download_url)}">Download</a></p>`
  return page(view.name, `<h1>${escaped(view.name)}</h1><p>${view.size} bytes</p>${until}${way}`, 200)
}
