import { drive } from "../drive.js"

const now = (): string | undefined => {
  const state = drive.session.state()
  return state._tag === "SignedOut" ? undefined : state.wsid
}

/** Calls `forget` each time that somebody else signs in on this page than the user before: what it remembers is of one user. */
export const onNextUser = (forget: () => void): void => {
  let user = now()
  drive.events.on("SignedIn", ({ wsid }) => {
    if (user !== undefined && user !== wsid) forget()
    user = wsid
  })
}
