/**
 * The address and body of a request to a storage endpoint, decoded once.
 */
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as ByteSource from "../blobs/ByteSource.js"
import { WebSource } from "./WebMessage.js"

/**
 * Decoded pairs, in the order of the address.
 */
export type Query = ReadonlyArray<readonly [name: string, value: string]>

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const decodedQuery = (search: string): Query | undefined => {
  const pairs: Array<readonly [string, string]> = []
  for (const one of search.split("&")) {
    if (one === "") continue
    const equals = one.indexOf("=")
    const name = decoded((equals < 0 ? one : one.slice(0, equals)).replaceAll("+", " "))
    const value = decoded((equals < 0 ? "" : one.slice(equals + 1)).replaceAll("+", " "))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

/**
 * Path and query of a request line; `undefined` when their encoding is broken.
 */
export const parse = (url: string): { readonly path: string; readonly query: Query } | undefined => {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, "")
  const mark = target.indexOf("?")
  const path = decoded(mark < 0 ? target : target.slice(0, mark))
  const query = decodedQuery(mark < 0 ? "" : target.slice(mark + 1))
  return path === undefined || query === undefined ? undefined : { path, query }
}

/**
 * The value of a query parameter; `""` when it stands there without one.
 */
export const parameter = (request: { readonly query: Query }, name: string): string | undefined =>
  request.query.find((pair) => pair[0] === name)?.[1]

/**
 * Whether the query names it.
 */
export const has = (request: { readonly query: Query }, name: string): boolean => parameter(request, name) !== undefined

const opened = <E>(request: HttpServerRequest, broken: () => E): ByteSource.ByteSource<E> => {
  const source = request.source
  if (source instanceof WebSource && source.body === null) return ByteSource.fromBytes()
  const stream = source instanceof WebSource && source.body !== null
    ? source.body
    : Stream.toReadableStream(request.stream)
  return ByteSource.fromReadableStream(stream, broken)
}

/**
 * The body. One that nobody reads stays untouched, so that the server can still answer on its connection; one that
 * breaks off fails with `broken`.
 */
export const bodyOf = <E>(request: HttpServerRequest, broken: () => E): ByteSource.ByteSource<E> => {
  let source: ByteSource.ByteSource<E> | undefined
  return Effect.suspend(() => source ??= opened(request, broken))
}

export interface NumberRange {
  /** Of a number that is left out; default: there must be one. */
  readonly fallback?: number | undefined
  readonly from: number
  readonly to: number
}

/**
 * The whole number that a parameter says; `undefined` when it says none of the range.
 */
export const wholeNumber = (text: string | undefined, range: NumberRange): number | undefined => {
  const value = text === undefined ? range.fallback ?? NaN : /^\d+$/.test(text) ? Number(text) : NaN
  return value >= range.from && value <= range.to ? value : undefined
}
