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
  codeText: "Whoever sent you the link has the code.",
  code: "Code",
  open: "Open",
  wrongCode: "That is not the code. Capital and small letters differ.",
  locked: "Too many wrong codes",
  lockedText: (wait: number) => `This link takes no code for a while: ${remaining(wait)}.`,
  ended: "This link has ended",
  endedText: "Ask whoever sent it for a new one.",
  gone: "There is nothing behind this link",
  goneText: "It may be cut off, or whoever sent it has taken it back.",
  unanswered: "The drive does not answer",
  unansweredText: "Check your line, then try again.",
  retry: "Try again",
  download: "Download",
  lookOnly: "This link is for looking only.",
  noPreview: "There is no preview of this kind of file.",
  notLoaded: "The preview could not be loaded.",
  beginning: (size: number) => `The first ${format.bytes(size)} of it`,
  page: (number: number, count: number) => `Page ${format.count(number)} of ${format.count(count)}`,
  preview: (name: string) => `Preview of ${name}`,
  kind: parts.fileKind,
  until: (time: number) => `until ${format.date(time)}`,
  format
}
