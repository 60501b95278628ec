/**
 * The entries of a drop, of `<input webkitdirectory>` and of a directory handle (browsers).
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PageDirectoryHandle, PageDropItem } from "./PageTypes.js"
import type { BrowserEntry } from "./readEntries.js"
import { readDirectory, readDrop, readFileList } from "./readEntries.js"

/** Whoever leaves waits for nobody: a browser may say nothing of a file, and a reading holds nothing that has to be closed. */
const streamOf = (entries: AsyncIterable<BrowserEntry>): Stream.Stream<BrowserEntry> =>
  Stream.suspend(() => {
    const iterator = entries[Symbol.asyncIterator]()
    return Stream.repeatEffectOption(Effect.flatMap(
      Effect.promise(() => iterator.next()),
      ({ done, value }) => done === true ? Effect.fail(Option.none()) : Effect.succeed(value)
    ))
  })

/**
 * The entries of a drop. Call it inside the drop handler: the items are taken at once, before the browser empties them; the
 * folders behind them are read when the stream runs. A file over 5 MiB comes as a handle where the browser gives one (Chromium), and
 * the handle of a smaller one is kept beside it, so that their uploads can resume after a reload. Give it some of the items only to
 * have an upload for each folder of a drop.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDrop = (
  transfer: { readonly items: ArrayLike<PageDropItem> }
): Stream.Stream<BrowserEntry> => streamOf(readDrop(transfer))

/**
 * The entries of `<input type="file" webkitdirectory>` or of a plain multiple input. Browsers list no empty folders there. The files
 * are taken at once: a page that empties its input, so that the same can be picked again, empties the list too.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromFileList = (files: Iterable<File>): Stream.Stream<BrowserEntry> => streamOf(readFileList(files))

/**
 * The entries below a directory handle, as `showDirectoryPicker` gives one; the directory itself is not an entry. Uploads of
 * its files resume after a reload.
 *
 * @since 1.0.7
 * @category constructors
 */
export const fromDirectoryHandle = (
  directory: PageDirectoryHandle,
  folder = ""
): Stream.Stream<BrowserEntry> => streamOf(readDirectory(directory, folder))
