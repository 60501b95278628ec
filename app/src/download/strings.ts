import { counted, format, remaining } from "../language/english.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" of ")

export const strings = {
  tab: "Downloads",
  tasksTab: "Tasks",
  action: "Download",
  all: "Download all",
  head: (at: number, all: number) => `Downloading ${format.count(at)} of ${format.count(all)}`,
  headDone: (count: number) => `${counted(count, "file", "files")} saved`,
  headFailed: (done: number, failed: number) => `${format.count(done)} saved, ${format.count(failed)} failed`,
  remaining,
  status: {
    queued: "Waiting its turn",
    downloading: (received: number, size: number, speed: number) => `${of(received, size)} · ${format.speed(speed)}`,
    received: (received: number) => `${format.bytes(received)} so far`,
    throttled: (speed: number) => `${format.limit(speed)}/s in this space`,
    saving: "Saving…",
    saved: "Saved",
    verified: "Saved and verified",
    paused: (received: number, size: number) => `Paused · ${of(received, size)}`,
    archive: "The archive is being prepared",
    broke: (kept: number) => `The line broke. ${format.bytes(kept)} are kept`,
    cancelled: "Cancelled"
  },
  throttledSpace: (space: string, speed: number) => `${space} gives downloads up to ${format.limit(speed)}/s`,
  tasks: {
    head: (count: number) => `${counted(count, "task", "tasks")} in the drive`,
    foot: "Tasks run in the drive. You can close this window.",
    copying: (done: number, all: number) => `Copying · ${format.count(done)} of ${format.count(all)} items`,
    moving: "Moving · counting what is inside",
    preparing: (done: number, all: number) => `Preparing · ${of(done, all)}`,
    running: "Under way",
    partFailed: (failed: number, all: number) =>
      `${format.count(failed)} of ${format.count(all)} items were not copied`,
    copiedTo: (space: string) => `Copied to ${space}`,
    unpacked: "Unpacked here",
    items: (count: number) => counted(count, "item", "items"),
    stop: "Stop",
    none: "No task is under way"
  },
  none: "Nothing is being downloaded"
}
