import { counted, format, remaining } from "../language/format.en.js"

/** What the entry needs; the rest comes with the panel and its dialogs: `laterStrings.ts`. */
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
  drop: {
    title: (folder: string) => `Upload to ${folder}`,
    what: (items: number) => counted(items, "item", "items"),
    hint: "or onto a folder above\u00a0· Esc cancels"
  },
  announce: {
    started: (count: number) => `Uploading ${counted(count, "file", "files")}`,
    quarter: (percent: number) => `${format.percent(percent)} uploaded`,
    failed: (count: number) => `${counted(count, "file was", "files were")} not uploaded`,
    questions: (count: number) => `${counted(count, "file needs", "files need")} an answer from you`
  }
}
