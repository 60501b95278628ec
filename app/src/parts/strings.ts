import type { FileKind, KindGroup } from "./fileKind.js"

const kinds: Readonly<Record<KindGroup, (format: string) => string>> = {
  folder: () => "Folder",
  image: (format) => `${format} picture`,
  video: (format) => `${format} video`,
  audio: (format) => `${format} audio`,
  pdf: () => "PDF document",
  document: () => "Document",
  slides: () => "Presentation",
  sheet: () => "Spreadsheet",
  code: (format) => /^[A-Z0-9]+$/.test(format) ? `${format} file` : `${format} script`,
  text: (format) => format === "Markdown" ? format : "Text",
  archive: (format) => `${format} archive`,
  drawing: (format) => `${format} drawing`,
  font: (format) => `${format} font`,
  other: (format) => format === "" ? "File" : `${format} file`
}

export const strings = {
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  done: "Done",
  open: "Open",
  more: "More",
  retry: "Try again",
  undo: "Undo",
  details: "Details",
  copy: "Copy",
  labelled: (label: string, value: string) => `${label}: ${value}`,
  betweenSentences: " ",
  copied: "Copied",
  notCopied: "The browser did not allow copying. Select the text and copy it yourself.",
  working: "Working",
  messages: "Messages",
  none: "—",
  fileKind: (kind: FileKind): string => kinds[kind.group](kind.format),
  show: "Show",
  hide: "Hide",
  loading: "Loading…",
  notLoaded: "This part of the page could not be loaded",
  nextTime: "It is tried again the next time."
}
