import type { IncomingMessage } from "node:http"
import * as http from "node:http"
import { text } from "node:stream/consumers"
import type { Purpose } from "./chromium.js"

const variable = "EFFECT_DRIVE_TEST_RUN"

/** Tells this process where its run of tests answers. */
export const setRun = (address: string): void => {
  process.env[variable] = address
}

/** What all files of a run of tests share; `undefined` outside of one. */
export const fromRun = async (what: "app" | `chromium/${Purpose}`): Promise<string | undefined> => {
  const address = process.env[variable]
  if (address === undefined) return undefined
  // not fetch, which gives up on what takes minutes
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    void http.get(`${address}/${what}`, resolve).on("error", reject)
  )
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(answer)
  return answer
}
