import { counted, format, remaining } from "../language/format.en.js"

/** What the entry needs; the rest comes with the rows of the panel: `laterStrings.ts`. */
export const strings = {
  tab: "Downloads",
  tasksTab: "Tasks",
  action: "Download",
  all: "Download all",
  head: (at: number, all: number) => `Downloading ${format.count(at)} of ${format.count(all)}`,
  headWaiting: (all: number) => `${counted(all, "download waits", "downloads wait")} for the network`,
  headDone: (count: number) => count === 0 ? "No files saved" : `${counted(count, "file", "files")} saved`,
  headFailed: (done: number, failed: number) => `${format.count(done)} saved, ${format.count(failed)} failed`,
  remaining,
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
  noRight: "You can see this file but not download it.",
  none: "Nothing is being downloaded"
}
