/**
 * The entries of a request, wherever they come from, as one stream that is read as fast as they are uploaded.
 */
import * as Effect from "effect/Effect"
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

/** A generator of the caller's may open what it yields. */
function* oneByOne<A>(items: Iterable<A>): Generator<A> {
  yield* items
}

const given = (entries: FolderEntries): Entries => {
  if (Stream.StreamTypeId in entries) return entries
  return Symbol.asyncIterator in entries
    ? Stream.fromAsyncIterable(entries, brokenOff)
    : Stream.suspend(() => Stream.fromIteratorSucceed(oneByOne(entries), 1))
}

export const entriesOf = (
  { entries, followLinks, path }: FolderRequest
): Stream.Stream<FolderEntry<SourceInput>, InvalidInput | SourceChanged | UnsupportedOperation, FolderReader> => {
  if ((entries === undefined) === (path === undefined)) {
    return Stream.fail(new InvalidInput({ field: "entries", message: "either entries or path required" }))
  }
  return entries === undefined
    ? Stream.unwrap(Effect.map(FolderReader, (reader) => reader.read(path ?? "", { followLinks })))
    : given(entries)
}
