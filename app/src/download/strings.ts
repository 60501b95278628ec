import { counted, format, remaining } from "../language/format.en.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" of ")

export const strings = {
  tab: "Downloads",
  tasksTab: "Tasks",
  action: "Download",
  all: "Download all",
  head: (at: number, all: number) => `Downloading ${format.count(at)} of ${format.count(all)}`,
  headDone: (count: number) => count === 0 ? "No files saved" : `${counted(count, "file", "files")} saved`,
  headFailed: (done: number, failed: number) => `${format.count(done)} saved, ${format.count(failed)} failed`,
  remaining,
  status: {
    queued: "Queued",
    downloading: (received: number, size: number, speed: number) => `${of(received, size)} · ${format.speed(speed)}`,
    received: (received: number) => `${format.bytes(received)} so far`,
    throttled: (speed: number) => `${format.limit(speed)}/s in this space`,
    saving: "Saving…",
    saved: "Saved",
    verified: "Saved and verified",
    paused: (received: number, size: number) => `Paused · ${of(received, size)}`,
    archive: "The archive is being prepared",
    broke: (kept: number) => `Connection lost. ${format.bytes(kept)} kept`,
    offline: "Waiting for the network",
    handed: "Your browser is saving it",
    noRight: "You can see this file but not download it.",
    signedOut: "Waiting for your sign-in",
    cancelled: "Cancelled"
  },
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel",
  remove: "Remove",
  archiveName: (folder: string) => `${folder}.zip`,
  failed: (count: number) => `${format.count(count)} failed`,
  throttledSpace: (space: string, speed: number) => `${space} gives downloads up to ${format.limit(speed)}/s`,
  tasks: {
    head: (count: number) => `${counted(count, "task", "tasks")} in the drive`,
    headDone: "All tasks are done",
    foot: "The drive cannot stop its tasks. You can close this window.",
    kinds: {
      archive: "The archive is being prepared",
      copy: "Copying",
      move: "Moving",
      clear: "Deleting forever"
    },
    unfollow: "Stop following",
    unfollowed: (name: string) => `“${name}” continues in the drive`,
    notSaved: "The archive will not be downloaded.",
    done: "Done",
    failed: "The drive could not finish this.",
    failedOf: (name: string) => `The drive could not finish “${name}”`,
    to: (folder: string) => `To ${folder}`,
    none: "No tasks running"
  },
  none: "Nothing is being downloaded"
}
