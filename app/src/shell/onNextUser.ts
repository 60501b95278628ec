import type { DriveClient } from "effect-drive/promise"

const all = new Set<() => void>()

/** Calls `forget` each time that somebody else signs in on this page than the user before: what it remembers is of one user. */
export const onNextUser = (forget: () => void): void => void all.add(forget)

/** To be called before anybody signs in. */
export const followUsers = (drive: DriveClient): void => {
  let user: string | undefined
  drive.events.on("SignedIn", ({ wsid }) => {
    if (user !== undefined && user !== wsid) { for (const forget of all) forget() }
    user = wsid
  })
}
