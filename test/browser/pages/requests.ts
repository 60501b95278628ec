/** The same requests by a worker and by the page, so that what comes of them can be compared. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { openThread } from "../../../src/layers/browser/requests/openThread.js"
import type { RequestThread } from "../../../src/layers/browser/requests/pageRequests.js"
import { pageRequests } from "../../../src/layers/browser/requests/pageRequests.js"
import { pagePuts } from "../../../src/layers/browser/transport/xhrPut.js"

interface Ends {
  readonly put: string
  readonly call: string
}

const endsOf = async (url: string, { fetch, put }: Pick<RequestThread, "fetch" | "put">): Promise<Ends> => {
  const address = { url: Redacted.make(url), headers: {}, credentialVersion: 1, expiresAt: 0 }
  const ended = await Effect.runPromise(Effect.either(put(address, new Blob(["small"]), () => {})))
  return {
    // each request has a number and a time of its own
    put: JSON.stringify(ended).replaceAll(/[0-9A-F]{16}|\d\d:\d\d:\d\d/g, "…"),
    call: await fetch(new URL(url), { method: "POST" }).then(({ status }) => String(status), ({ name }) => String(name))
  }
}

const compareOn = async (url: string): Promise<{ readonly byWorker: Ends; readonly byPage: Ends }> => {
  await Effect.runPromise(openThread({}, pagePuts, () => {}))
  const { thread } = pageRequests
  if (thread === undefined) throw new Error("no worker makes requests")
  const byWorker = await endsOf(url, thread)
  return { byWorker, byPage: await endsOf(url, { put: pagePuts.put, fetch: (...call) => globalThis.fetch(...call) }) }
}

declare global {
  interface Window {
    compareOn: typeof compareOn
  }
}

window.compareOn = compareOn
