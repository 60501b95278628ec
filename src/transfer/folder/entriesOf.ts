/**
 * The entries of a request, wherever they come from, as one stream that is read as fast as they are uploaded.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { UnsupportedOperation } from "../../domain/errors/InputErrors.js"
import { InvalidInput } from "../../domain/errors/InputErrors.js"
import { SourceChanged } from "../../domain/errors/TransferErrors.js"
import type { FolderEntry } from "../../domain/FolderEntry.js"
import { FolderReader } from "../../services/FolderReader.js"
import type { FolderEntries, FolderRequest } from "../../services/FolderUploads.js"
import type { SourceInput } from "../../services/UploadSource.js"

type Entries = Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation>

/** What a caller's own iterable throws has no name in the catalogue; the folder cannot be read any further. */
const brokenOff = () => new SourceChanged({ name: "the folder", what: "gone" })

/** A generator of the caller's may open what it yields, so nothing is read ahead. */
const oneByOne = <A>(items: Iterable<A>): Stream.Stream<A> =>
  Stream.suspend(() => {
    const iterator = items[Symbol.iterator]()
    return Stream.repeatEffectOption(Effect.suspend(() => {
      const { done, value } = iterator.next()
      return done === true ? Effect.fail(Option.none()) : Effect.succeed(value)
    }))
  })

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

const isEntry = (entry: FolderEntry<SourceInput>): boolean => isObject(entry) && typeof entry.path === "string"

const given = (entries: FolderEntries): Entries => {
  if (!isObject(entries)) return noEntries("entries must be an iterable or a stream")
  if (Stream.StreamTypeId in entries) return entries
  if (Symbol.asyncIterator in entries) return Stream.fromAsyncIterable(entries, brokenOff)
  return Symbol.iterator in entries ? oneByOne(entries) : noEntries("entries must be an iterable or a stream")
}

const noEntries = (message: string) => Stream.fail(new InvalidInput({ field: "entries", message }))

export const entriesOf = (
  { entries, followLinks, path }: FolderRequest
): Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation, FolderReader> => {
  if ((entries === undefined) === (path === undefined)) {
    return noEntries("either entries or path required")
  }
  return entries === undefined
    ? Stream.unwrap(Effect.map(FolderReader, (reader) => reader.read(path ?? "", { followLinks })))
    : Stream.tap(
      given(entries),
      (entry) => isEntry(entry) ? Effect.void : new InvalidInput({ field: "entries", message: "an entry needs a path" })
    )
}
