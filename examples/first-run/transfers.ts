/** What the screen shows of uploads and downloads, and when each began and ended. */
import type { UploadHandle } from "effect-drive/promise"
import type { Transfer } from "./Screen.js"

export interface Timed extends Transfer {
  readonly millis: number
}

interface Clock {
  begun: number | undefined
  ended: number | undefined
}

const millis = ({ begun, ended }: Clock): number => begun === undefined ? 0 : (ended ?? performance.now()) - begun

export type Way = "direct" | "multipart" | "rapid"

export interface Uploading extends Timed {
  readonly way: Way
}

const uploadStates = {
  computing_hash: "hashing",
  running: "running",
  rapid_success: "done",
  success: "done",
  error: "failed"
} as const

/** An upload as a transfer. It is read when it is drawn, and reported only when it begins and ends. */
export const uploading = (path: string, size: number, upload: UploadHandle): Uploading => {
  const clock: Clock = { begun: undefined, ended: undefined }
  const state = (): Transfer["state"] => {
    const { progress } = upload.snapshot()
    return progress === undefined ? "waiting" : uploadStates[progress]
  }
  const look = () => {
    const now = state()
    if (now !== "waiting") clock.begun ??= performance.now()
    if (now === "done" || now === "failed") clock.ended ??= performance.now()
  }
  upload.subscribe(look)
  return {
    path,
    size,
    get moved() {
      const { bytes } = upload.snapshot()
      return state() === "done" ? size : bytes.sent
    },
    get state() {
      look()
      return state()
    },
    get millis() {
      return millis(clock)
    },
    get way() {
      const { multipart, result } = upload.snapshot()
      if (result?.rapid === true) return "rapid"
      return multipart === undefined ? "direct" : "multipart"
    }
  }
}

/** A download of a file: `report` takes the bytes so far. */
export const downloading = (path: string, size: number) => {
  const clock: Clock = { begun: undefined, ended: undefined }
  let moved = 0
  let state: Transfer["state"] = "waiting"
  const transfer: Timed = {
    path,
    size,
    get moved() {
      return moved
    },
    get state() {
      return state
    },
    get millis() {
      return millis(clock)
    }
  }
  return {
    transfer,
    begin: () => {
      clock.begun = performance.now()
      state = "running"
    },
    report: (received: number) => {
      moved = received
    },
    end: (how: "done" | "failed") => {
      clock.ended = performance.now()
      state = how
    }
  }
}
