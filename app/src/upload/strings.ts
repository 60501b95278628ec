import { counted, format, remaining } from "../language/format.en.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" of ")

export const strings = {
  tab: "Uploads",
  none: "No uploads. Choose files to upload them.",
  head: (at: number, all: number, isMore: boolean) =>
    `Uploading ${format.count(at)} of ${format.count(all)}${isMore ? "+" : ""}`,
  headPaused: (all: number) => `${counted(all, "upload", "uploads")} paused`,
  headWaiting: (all: number) => `${counted(all, "upload waits", "uploads wait")} for the network`,
  headDone: (count: number) => count === 0 ? "No files uploaded" : `${counted(count, "file", "files")} uploaded`,
  headFailed: (done: number, failed: number) => `${format.count(done)} uploaded, ${format.count(failed)} failed`,
  failed: (count: number) => `${format.count(count)} failed`,
  pill: (uploads: number, downloads: number) =>
    [
      uploads > 0 ? counted(uploads, "upload", "uploads") : "",
      downloads > 0 ? counted(downloads, "download", "downloads") : ""
    ]
      .filter((part) => part !== "").join(", "),
  remaining,
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
  actions: {
    pause: "Pause",
    resume: "Resume",
    cancel: "Cancel",
    retry: "Try again",
    remove: "Remove",
    continue: "Continue",
    choose: "Choose",
    chooseFiles: "Choose files",
    chooseFolder: "Choose folder",
    undo: "Undo",
    pauseAll: "Pause all",
    resumeAll: "Resume all",
    cancelAll: "Cancel all",
    fold: "Collapse",
    unfold: "Show transfers",
    files: "Upload files",
    folder: "Upload a folder",
    openBin: "Open the bin"
  },
  folder: {
    reading: (done: number, known: number) => `${format.count(done)} of ${format.count(known)}+ files`,
    moving: (done: number, all: number) => `${format.count(done)} of ${counted(all, "file", "files")}`,
    paused: (done: number, all: number) => `Paused · ${format.count(done)} of ${counted(all, "file", "files")}`,
    held: (count: number) => `${counted(count, "file is", "files are")} already here`,
    cut: (name: string) => `“${name}” was still being read. Drop it again`
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
  drop: {
    title: (folder: string) => `Upload to ${folder}`,
    what: (items: number) => counted(items, "item", "items"),
    hint: "or onto a folder above\u00a0· Esc cancels"
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
  },
  announce: {
    started: (count: number) => `Uploading ${counted(count, "file", "files")}`,
    quarter: (percent: number) => `${format.percent(percent)} uploaded`,
    failed: (count: number) => `${counted(count, "file was", "files were")} not uploaded`,
    questions: (count: number) => `${counted(count, "file needs", "files need")} an answer from you`
  }
}
