import type { FilesChangeKind } from "../../services/DriveEvents.js"
import type { ObservedWait } from "../../services/Inspection.js"
import type { EventNote, RequestName } from "../model/EventNote.js"
import type { PartCounts, PartState } from "../model/PartMap.js"
import type { LaneView } from "../model/readView.js"
import { makeFormat } from "./format.js"

const format = makeFormat("en")

const counted = (count: number, one: string, many: string): string =>
  `${format.count(count)} ${count === 1 ? one : many}`

const changes: Readonly<Record<FilesChangeKind, string>> = {
  uploaded: "uploaded",
  created: "created",
  renamed: "renamed",
  updated: "changed",
  moved: "moved",
  copied: "copied",
  recycled: "moved to the bin",
  restored: "put back",
  removed: "deleted forever",
  binCleared: "cleared from the bin",
  assets: "changed as assets",
  assetFolders: "changed in asset folders",
  sharing: "changed in sharing",
  migrated: "migrated",
  taskEnded: "changed by a task"
}

const waits: Readonly<Record<ObservedWait, string>> = {
  foreignAnswer: "something else answers",
  offline: "no network",
  retry: "tries again",
  server: "the server asked for a pause",
  signIn: "needs a sign-in"
}

const states: Readonly<Record<PartState, string>> = {
  reused: "Already there",
  done: "Confirmed",
  flight: "On the wire",
  retry: "Retrying",
  failed: "Failed",
  queued: "Ready",
  hashed: "Checked",
  waiting: "Unread"
}

const calls: Readonly<Record<string, string>> = {
  create: "create",
  begin: "begin",
  parts: "list of parts",
  complete: "complete",
  object: "look for object",
  settle: "settle",
  file: "whole file",
  range: "range",
  "multipart upload": "abort parts",
  "multipart uploads": "list of uploads",
  "Credentials.fetch": "credentials"
}

const requestName = ({ kind, name, part }: RequestName): string =>
  kind === "part" && part !== undefined ? `part ${format.count(part)}` : calls[name] ?? name

const event = (note: EventNote): string => {
  switch (note._tag) {
    case "failed":
      return `${requestName(note.request)} failed`
    case "broke":
      return note.tries > 1
        ? `${requestName(note.request)} broke off, try ${format.count(note.tries)}`
        : `${requestName(note.request)} broke off`
    case "waits":
      return note.millis > 0
        ? `${requestName(note.request)}: ${waits[note.reason]}, resumes in ${format.seconds(note.millis)}`
        : `${requestName(note.request)}: ${waits[note.reason]}`
    case "width":
      return `lane Bytes ${format.count(note.from)} → ${format.count(note.to)}`
    case "network":
      return note.online ? "the network is back" : "the network is gone"
    case "signInEnded":
      return "the session has ended"
    case "signedIn":
      return "signed in"
    case "signedOut":
      return "signed out"
    case "spaceSelected":
      return `space ${note.spaceId} is open`
    case "credential":
      return `storage key of ${note.spaceId} fetched`
    case "files":
      return `${counted(note.count, "file", "files")} ${changes[note.kind]}${note.elsewhere ? " in another tab" : ""}`
    case "fieldsLeftOut":
      return `${note.operation}: ${counted(note.count, "field", "fields")} of the answer left out`
  }
}

export const english = {
  format,
  title: "Inspector",
  comma: ", ",
  open: (count: number) => ({ value: format.count(count), text: count === 1 ? "request open" : "requests open" }),
  retrying: (count: number) => ({ value: format.count(count), text: "retrying" }),
  errors: (count: number) => ({ value: format.count(count), text: count === 1 ? "error" : "errors" }),
  moved: (bytes: number) => ({ value: format.bytes(bytes), text: "moved" }),
  again: (bytes: number) => `${format.bytes(bytes)} of it again`,
  freeze: "Freeze",
  resume: "Resume",
  save: "Save what was recorded",
  close: "Close the inspector",
  throughput: {
    title: "Throughput",
    now: "now",
    ago: (seconds: number) => `${seconds} s ago`,
    top: "top of the scale"
  },
  lanes: {
    title: "Lanes",
    about: "in use · waiting",
    names: { hash: "Check", calls: "Calls", bytes: "Bytes" } satisfies Record<LaneView["lane"], string>,
    none: "They open with the first transfer.",
    use: (name: string, used: number, limit: number, waiting: number) =>
      `${name}: ${format.count(used)} of ${format.count(limit)} in use, ${format.count(waiting)} waiting`,
    more: (limit: number, time: string) => `${format.count(limit)} at once since ${time}, one more than before.`,
    fewer: (limit: number, time: string) => `${format.count(limit)} at once since ${time}, fewer than before.`
  },
  events: { title: "Events", none: "Nothing has happened yet.", event },
  errorList: {
    title: "Errors",
    none: "No error so far.",
    line: (request: RequestName, tag: string) => `${requestName(request)}: ${tag}`,
    cause: "Cause"
  },
  parts: {
    title: "Parts",
    none: "Nothing is under way. Upload something and watch it here.",
    choose: "Upload that is shown",
    summary: (count: number, bytes: number) => `${counted(count, "part", "parts")} of ${format.bytes(bytes)}`,
    each: (count: number) => `Each cell stands for ${format.count(count)} parts and shows the worst of them.`,
    label: ({ done, failed, flight, retry, reused }: PartCounts, all: number) =>
      `Parts of the upload: ${format.count(done + reused)} of ${format.count(all)} stored, ${
        format.count(flight)
      } on the wire, ${format.count(retry)} retrying, ${format.count(failed)} failed`,
    states,
    table: "Show as table",
    map: "Show as map",
    columns: { parts: "Parts", count: "How many", state: "State" },
    range: (first: number, last: number) =>
      first === last ? format.count(first) : `${format.count(first)}–${format.count(last)}`,
    tip: (first: number, last: number, bytes: number, state: PartState, tries: number, reason: string | undefined) =>
      [
        first === last ? `Part ${format.count(first)}` : `Parts ${format.count(first)}–${format.count(last)}`,
        format.bytes(bytes),
        states[state].toLowerCase(),
        tries > 0 ? `failed ${tries === 1 ? "once" : `${format.count(tries)} times`}` : undefined,
        reason
      ].filter((word) => word !== undefined).join(" · ")
  },
  requests: {
    title: "Requests",
    name: requestName,
    none: "No requests in the last seconds.",
    earlier: "Those under way began before the inspector was opened. The next ones are shown.",
    columns: { method: "Method", request: "Request", course: "Course", status: "Status", time: "Time" },
    ago: (seconds: number) => `−${seconds} s`,
    line: "Queued",
    send: "Bytes move",
    answer: "Server answers",
    broke: "Broke off",
    pause: "Pause before the next try",
    done: "done",
    left: "left",
    waiting: "waits",
    queued: "queued",
    again: (millis: number) => `in ${format.seconds(millis)}`,
    course: (tries: number) => tries === 1 ? "one try" : `${format.count(tries)} tries`
  },
  credentials: {
    title: "Credentials",
    storage: "Storage key",
    links: "Signed links",
    none: "None is held.",
    left: (span: string) => `${span} left`,
    over: "over",
    mark: "The mark is where it is renewed."
  }
}

export type Words = typeof english
