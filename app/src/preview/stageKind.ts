/** By which means a file is shown: told by the end of its name and its size. */
import { extensionOf, fileKind } from "../parts/fileKind.js"

export type StageKind = "picture" | "drawing" | "video" | "audio" | "pdf" | "markdown" | "text" | "empty" | "none"

/** Formats that browsers do not draw, though people call them pictures or sound. */
const undrawn = new Set("psd raw cr2 nef arw dng mid midi wma".split(" "))

/** Until so many bytes a file whose name says nothing is looked at: it may be text. */
const textLimit = 4 * 1024 ** 2

export const stageKind = (name: string, size: number): StageKind => {
  const extension = extensionOf(name)
  if (size === 0) return "empty"
  if (undrawn.has(extension)) return "none"
  if (extension === "svg") return "drawing"
  if (extension === "md" || extension === "markdown") return "markdown"
  if (extension === "csv" || extension === "tsv") return "text"
  switch (fileKind(name, false).group) {
    case "image":
      return "picture"
    case "video":
      // TypeScript and a stream of films share an ending
      return extension === "ts" && size <= textLimit ? "text" : "video"
    case "audio":
      return "audio"
    case "pdf":
      return "pdf"
    case "code":
    case "text":
      return "text"
    case "other":
      return size <= textLimit ? "text" : "none"
    default:
      return "none"
  }
}
