/** What the page asks before anything of it is drawn: who is here, and what stands at its address. */
import type { QueryClient } from "@tanstack/react-query"
import type { DriveClient } from "effect-drive/promise"
import { driveQueries } from "effect-drive/react"
import { folderQuery, rootFolder } from "../files/queries.js"
import { readAddress } from "./routes.js"
import { selectedSpaceQuery } from "./Spaces.js"

export interface Opening {
  /** The token of before; `undefined`: nobody has signed in on this tab. */
  readonly token: string | undefined
  /** The sign-in with that token. */
  readonly signIn: Promise<unknown> | undefined
  /** Ends when the answers that the page itself waits for have been drawn, or when these take long. It does not fail. */
  readonly firstAnswers: Promise<unknown>
}

/** The token of this tab, so that loading the page again is no sign-in; other tabs and the disk do not see it. */
export const kept = "drive.access"

/** An address that signs in with one click carries the token behind `#`, which no server is told. */
const takeTokenFromAddress = (): string | undefined => {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? undefined
  if (token !== undefined) history.replaceState(history.state, "", location.pathname + location.search)
  return token
}

/** What stands beside the page waits so long for the page, in milliseconds. */
const patience = 1_000

const passed = (): Promise<void> => new Promise((done) => setTimeout(done, patience))

const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done))

const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame)

/** The answer comes to the page with the next task, is drawn with the next frame, and what comes then is after it. */
const drawn = async (): Promise<void> => {
  await nextTask()
  await nextFrame()
  await nextTask()
}

/** Failures are shown where the page asks for the same. */
const readFirst = (drive: DriveClient, queries: QueryClient): Promise<unknown> => {
  const address = readAddress(location.pathname, location.search)
  if (address === "Unknown") return Promise.resolve()
  const spaces = queries.prefetchInfiniteQuery(driveQueries(drive).spaces())
  const { place } = address
  if (place === undefined) return spaces
  const space = queries.prefetchQuery(selectedSpaceQuery(drive, place.space))
  return place.room === "files"
    ? queries.prefetchInfiniteQuery(folderQuery(drive, place.space, place.folder ?? rootFolder))
    : space
}

/** Asks at once: the answers come while the page is made. */
export const openPage = (drive: DriveClient, queries: QueryClient): Opening => {
  const token = takeTokenFromAddress() ?? sessionStorage.getItem(kept) ?? undefined
  if (token === undefined) return { token, signIn: undefined, firstAnswers: Promise.resolve() }
  const signIn = drive.session.login({ accessToken: token })
  const firstAnswers = signIn.then(
    // a page that nobody sees draws nothing
    () => Promise.race([readFirst(drive, queries).then(drawn), passed()]),
    // the session tells of it
    () => undefined
  )
  return { token, signIn, firstAnswers }
}
