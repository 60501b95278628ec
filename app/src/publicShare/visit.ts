/** What the service says about a shared link. No cookie goes along: whoever has the link is nobody in particular. */

/** What a visitor may see. Size in bytes, times in epoch milliseconds. */
export interface SharedFile {
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly expiresAt: number | undefined
  /** A small picture, which a link for looking only may have too. */
  readonly previewUrl: string | undefined
  /** None where the link is for looking only. */
  readonly downloadUrl: string | undefined
}

export type Visit =
  | { readonly _tag: "Shown"; readonly file: SharedFile; readonly code: string | undefined; readonly at: number }
  | { readonly _tag: "CodeNeeded" }
  | { readonly _tag: "CodeWrong" }
  /** No code is taken for so many milliseconds. */
  | { readonly _tag: "Locked"; readonly wait: number }
  | { readonly _tag: "Ended" }
  | { readonly _tag: "Gone" }
  /** The line broke, or the service cannot answer now. */
  | { readonly _tag: "Unanswered" }

/** The last part of `/s/{secret}`. */
export const secretOf = (path: string): string | undefined => /^\/s\/([\w-]+)\/?$/.exec(path)?.[1]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const textOf = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined

/** An address that a page may lead to; `javascript:` and the like are none. */
const addressOf = (value: unknown): string | undefined => {
  const text = textOf(value)
  return text !== undefined && /^https?:$/.test(URL.parse(text, location.origin)?.protocol ?? "") ? text : undefined
}

const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === "string" ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : time
}

const fileOf = (data: unknown): SharedFile | undefined => {
  if (!isRecord(data) || typeof data["name"] !== "string") return undefined
  return {
    name: data["name"],
    size: typeof data["size"] === "number" ? data["size"] : 0,
    contentType: textOf(data["content_type"]) ?? "",
    expiresAt: timeOf(data["expire_time"]),
    previewUrl: addressOf(data["preview_url"]),
    downloadUrl: addressOf(data["download_url"])
  }
}

const defaultWait = 60_000

const refusalOf = (code: unknown, response: Response): Visit => {
  switch (code) {
    case "ShareCodeRequired":
      return { _tag: "CodeNeeded" }
    case "ShareCodeWrong":
      return { _tag: "CodeWrong" }
    case "TooManyAttempts":
      return { _tag: "Locked", wait: Number(response.headers.get("retry-after")) * 1000 || defaultWait }
    case "ShareExpired":
      return { _tag: "Ended" }
    default:
      return { _tag: response.status === 404 ? "Gone" : "Unanswered" }
  }
}

/** Opens the link, with the code if one is given. */
export const visit = async (secret: string, code?: string): Promise<Visit> => {
  const given: RequestInit = code === undefined
    ? {}
    : { method: "POST", body: JSON.stringify({ code }) }
  try {
    const response = await fetch(`/share/${secret}`, {
      ...given,
      headers: { accept: "application/json", ...(code === undefined ? {} : { "content-type": "application/json" }) },
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer"
    })
    const answer: unknown = await response.json()
    if (!isRecord(answer)) return { _tag: "Unanswered" }
    if (answer["code"] !== 0) return refusalOf(answer["code"], response)
    const file = fileOf(answer["data"])
    return file === undefined ? { _tag: "Unanswered" } : { _tag: "Shown", file, code, at: Date.now() }
  } catch {
    return { _tag: "Unanswered" }
  }
}
