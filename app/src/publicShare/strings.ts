import { format, remaining } from "../language/format.en.js"
import { strings as parts } from "../parts/strings.js"

/** The page of a shared link loads these sentences and no others. */
export const strings = {
  product: "Drive",
  title: "Shared with you",
  titleOf: (name: string) => `${name} · shared`,
  signIn: "Sign in",
  language: "Language",
  loading: "Opening the link…",
  hasCode: "This link has a code",
  codeText: "Ask the sender of the link for the code.",
  code: "Code",
  open: "Open",
  wrongCode: "Wrong code. Capital and small letters differ.",
  locked: "Too many wrong codes",
  lockedText: (wait: number) => `This link accepts no code for a while: ${remaining(wait)}.`,
  ended: "This link has expired",
  endedText: "Ask the sender for a new one.",
  gone: "There is nothing behind this link",
  goneText: "It may be incomplete, or the sender has removed it.",
  unanswered: "The drive does not answer",
  unansweredText: "Check your connection, then try again.",
  retry: "Try again",
  download: "Download",
  lookOnly: "This link is view-only.",
  noPreview: "There is no preview of this kind of file.",
  notLoaded: "The preview could not be loaded.",
  beginning: (size: number) => `The first ${format.bytes(size)} of it`,
  page: (number: number, count: number) => `Page ${format.count(number)} of ${format.count(count)}`,
  print: "Print",
  cancel: "Cancel",
  printing: (page: number, count: number) =>
    `Preparing page ${format.count(page)} of ${format.count(count)} for printing…`,
  missing: (count: number) =>
    `Pages are missing here. “Print” on the page of the link prints all ${format.count(count)}.`,
  preview: (name: string) => `Preview of ${name}`,
  kind: parts.fileKind,
  until: (time: number) => `until ${format.date(time)}`,
  format
}
