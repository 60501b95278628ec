/**
 * The files of a built page, as a server gives them: with their types, and how long they may be kept.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2"
}

/** Every segment begins with a letter, a digit or `_`: none leads up, and no hidden file is given. */
const plainPath = /^(?:\/\w[\w@.+-]*)+$/

/** What a bundler names by its content never changes. */
const hashedName = /^\/assets\/.+-[\w-]{8}\.\w+$/

const notThere = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"])

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined

/**
 * A file's bytes; `undefined` when no file has this decoded path.
 */
export const read = (folder: string, path: string): Effect.Effect<Uint8Array | undefined> =>
  plainPath.test(path)
    ? Effect.tryPromise({ try: () => readFile(join(folder, path)), catch: (cause) => cause }).pipe(
      Effect.catchAll((cause) => notThere.has(codeOf(cause) ?? "") ? Effect.succeed(undefined) : Effect.die(cause))
    )
    : Effect.succeed(undefined)

/**
 * The answer with a file's bytes, or 304 when the caller has them. A name that its content made may be kept for ever; every other
 * file is asked for anew.
 */
export const answer = (
  path: string,
  bytes: Uint8Array,
  options: { readonly ifNoneMatch: string | undefined; readonly headers: Readonly<Record<string, string>> }
): HttpServerResponse.HttpServerResponse => {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`
  const headers = {
    ...options.headers,
    etag,
    "cache-control": hashedName.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff"
  }
  return options.ifNoneMatch === etag
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(bytes, {
      headers,
      contentType: types[extname(path).toLowerCase()] ?? "application/octet-stream"
    })
}
