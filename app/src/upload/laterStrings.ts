import { counted, format } from "../language/format.en.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" of ")

/** The sentences of the panel and its dialogs, which come with their code. */
export const strings = {
  status: {
    queued: "Queued",
    hashing: (percent: number) => `Checking… ${format.percent(percent)}`,
    uploading: (sent: number, size: number, speed: number) =>
      speed > 0 ? `${of(sent, size)} · ${format.speed(speed)}` : of(sent, size),
    paused: (sent: number, size: number) => `Paused · ${of(sent, size)}`,
    waitingForNetwork: "Waiting for the network",
    waitingForSignIn: "Waiting for your sign-in",
    finishing: "Finishing…",
    rapid: "Already in your drive",
    conflict: "This name is already taken",
    needsFile: "Choose the file again to continue",
    retrying: (seconds: number) => `Connection lost. Trying again in ${seconds} s`,
    serverBusy: (seconds: number) => `The storage is busy. Continuing in ${seconds} s`,
    elsewhere: "Continues in another tab",
    cancelled: "Cancelled",
    done: "Done"
  },
  doneFold: (count: number) => `${format.count(count)} done`,
  otherTab: (count: number, percent: number) =>
    `Also uploading in another tab: ${counted(count, "file", "files")}, ${format.percent(percent)}`,
  askAgain: (count: number) =>
    `${counted(count, "upload needs", "uploads need")} your permission to read ${
      count === 1 ? "its file" : "their files"
    }`,
  pickAgain: (count: number) => `${counted(count, "file", "files")} to choose again`,
  retryAllOf: (count: number) => `Try ${format.count(count)} again`,
  folder: {
    reading: (done: number, known: number) => `${format.count(done)} of ${format.count(known)}+ files`,
    moving: (done: number, all: number) => `${format.count(done)} of ${counted(all, "file", "files")}`,
    paused: (done: number, all: number) => `Paused · ${format.count(done)} of ${counted(all, "file", "files")}`,
    held: (count: number) => `${counted(count, "file is", "files are")} already here`,
    cut: (name: string) => `“${name}” was still being read. Drop it again`
  },
  close: {
    title: "Stop the uploads?",
    text: (count: number) => `${counted(count, "file is", "files are")} not finished. What was sent is discarded.`,
    keep: "Keep uploading",
    stop: "Stop the uploads"
  },
  conflict: {
    title: "A file with this name is already here",
    titleMany: (taken: number) => `${counted(taken, "file is", "files are")} already here`,
    at: (index: number, all: number) => `${format.count(index)} of ${format.count(all)}`,
    existing: "In your drive",
    incoming: "The new one",
    newer: "Newer",
    sameSize: "same size",
    keepBoth: "Keep both",
    replace: "Replace",
    skip: "Skip",
    skipAll: "Skip all",
    explain: "Keep both saves the new one under another name. Replace overwrites the one in your drive.",
    forRest: (count: number) => `Do the same for the other ${count === 1 ? "one" : format.count(count)}`,
    forUntouched: "For all you have not set yourself",
    outcome: (kept: number, replaced: number, skipped: number) =>
      [[kept, "kept as both"] as const, [replaced, "replaced"] as const, [skipped, "skipped"] as const]
        .filter(([count]) => count > 0).map(([count, what]) => `${format.count(count)} ${what}`).join(", "),
    continue: "Continue"
  }
}
