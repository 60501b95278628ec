/**
 * The entries of dropped and picked folders, for the faces above this one.
 *
 * @since 1.0.7
 */
export { fromDrop, fromFileList } from "../layers/browser/DropEntries.js"
