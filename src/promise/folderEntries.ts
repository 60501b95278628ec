/**
 * The entries of dropped and picked folders, for the faces above this one.
 *
 * @since 1.0.7
 */
export { readDrop, readFileList } from "../layers/browser/readEntries.js"
