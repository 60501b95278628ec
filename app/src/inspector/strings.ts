import { counted, format } from "../language/english.js"

export const strings = {
  title: "Inspector",
  open: (count: number) => `${counted(count, "request", "requests")} open`,
  retrying: (count: number) => `${format.count(count)} retrying`,
  errors: (count: number) => counted(count, "error", "errors"),
  sent: (sent: number, again: number) => `${format.bytes(sent)} sent, ${format.bytes(again)} of it again`,
  freeze: "Freeze",
  goOn: "Go on",
  save: "Save what was recorded",
  dock: "Dock to the side",
  close: "Close the inspector",
  throughput: { title: "Throughput", now: "MB/s now", ago: (seconds: number) => `${seconds} s ago`, here: "now" },
  lanes: {
    title: "Lanes",
    about: "in use · waiting",
    hash: "Check",
    api: "Calls",
    bytes: "Bytes",
    limit: (slots: number, time: string) => `${format.count(slots)} at once since ${time}: the line had room.`,
    reduced: (slots: number, time: string) =>
      `${format.count(slots)} at once since ${time}: the service asked for a pause.`
  },
  events: "Events",
  parts: {
    summary: (all: number, size: number) => `${counted(all, "part", "parts")} of ${format.limit(size)}`,
    label: (done: number, all: number, flight: number, retry: number, failed: number) =>
      `Parts of the upload: ${format.count(done)} of ${format.count(all)} confirmed, ${
        format.count(flight)
      } on the wire, ${format.count(retry)} trying again, ${format.count(failed)} failed`,
    reused: "Already there",
    done: "Confirmed",
    flight: "On the wire",
    retry: "Retrying",
    failed: "Failed",
    queued: "Ready",
    hashed: "Checked",
    waiting: "Unread",
    table: "Show as table",
    tip: (part: number, size: number, state: string, tries: number, reason: string | undefined) =>
      [
        `Part ${format.count(part)}`,
        format.bytes(size),
        state,
        tries > 1 ? `try ${format.count(tries)}` : undefined,
        reason
      ]
        .filter((word) => word !== undefined).join(" · ")
  },
  requests: {
    title: "Requests",
    part: (part: number) => `part ${format.count(part)}`,
    credentials: "credentials",
    list: "list of parts",
    complete: "complete",
    waiting: "waiting",
    again: (seconds: string) => `in ${seconds} s`,
    line: "In line",
    sending: "Sending",
    answering: "Server answers",
    broke: "Broke off",
    pause: "Pause before the next try"
  },
  credentials: {
    title: "Credentials",
    storage: "Storage key",
    links: "Signed part links",
    signIn: "Sign-in",
    mark: "The mark is where it is renewed."
  },
  faults: {
    title: "Faults",
    only: "emulator only",
    offline: "Offline",
    slow: "Slow line",
    reset: "Reset connections",
    lost: "Lose answers",
    expired: "Expired token",
    full: "Disk full",
    oneIn: (count: number) => `1 in ${format.count(count)}`,
    tunnel: "Tunnel",
    hotel: "Hotel Wi-Fi",
    clear: "Reset"
  },
  none: "Nothing is under way. Upload something and watch it here."
}
