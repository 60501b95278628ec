/**
 * What a folder is made of when it is uploaded: files and folders by their path below it.
 *
 * @since 1.0.7
 */
import type { SourceChanged } from "./errors/TransferErrors.js"

/**
 * One entry. `path` has `/` between its names and none at the ends. A folder comes before what is in it, and comes at all,
 * so that empty folders are kept. What could not be read is an entry too, for the report, as is a link that leads out of the folder.
 *
 * @since 1.0.7
 * @category models
 */
export type FolderEntry<Source> =
  | { readonly _tag: "Folder"; readonly path: string }
  | { readonly _tag: "File"; readonly path: string; readonly source: Source }
  | { readonly _tag: "LeftOut"; readonly path: string }
  | { readonly _tag: "Unreadable"; readonly path: string; readonly error: SourceChanged }

/**
 * The folder part of an entry's path; empty for entries at the top.
 *
 * @since 1.0.7
 * @category combinators
 */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")))

/**
 * The last name of an entry's path.
 *
 * @since 1.0.7
 * @category combinators
 */
export const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * The path of a name in a folder.
 *
 * @since 1.0.7
 * @category combinators
 */
export const joinPath = (folder: string, name: string): string => folder === "" ? name : `${folder}/${name}`
