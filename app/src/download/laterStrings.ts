import { format } from "../language/format.en.js"

const of = (part: number, whole: number): string => format.bytesOf(part, whole).join(" of ")

/** The sentences of a row, which come with its code. */
export const strings = {
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
    signedOut: "Waiting for your sign-in",
    cancelled: "Cancelled"
  }
}
