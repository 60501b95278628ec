/** The switches of the emulator, over HTTP; a service has none. */
import { apiHost } from "../drive.js"

export const faultNames = ["offline", "slow", "reset", "lost", "expired", "full"] as const

export type FaultName = (typeof faultNames)[number]

export type FaultSwitches = Readonly<Record<FaultName, boolean>>

const headers = {
  "content-type": "application/json",
  "x-prod-id": "effect-drive-web",
  "x-prod-ver": "1.0.7",
  "x-lang": "en",
  "x-client-type": "7"
}

const isSwitches = (data: unknown): data is FaultSwitches =>
  typeof data === "object" && data !== null &&
  faultNames.every((name) => name in data && typeof Object(data)[name] === "boolean")

/** The switches as they are then, or `undefined` where there are none. */
export const askSwitches = async (changed?: Partial<FaultSwitches>): Promise<FaultSwitches | undefined> => {
  const answer = await fetch(`${apiHost}/api/v2/emulator/faults`, {
    method: changed === undefined ? "GET" : "PUT",
    credentials: "include",
    headers,
    ...(changed === undefined ? {} : { body: JSON.stringify(changed) })
  })
  const { data }: { readonly data?: unknown } = answer.ok ? await answer.json() : {}
  return isSwitches(data) ? data : undefined
}

/** What the chips set: all switches at once. */
export const faultsOf = (...on: ReadonlyArray<FaultName>): FaultSwitches => {
  const is = (name: FaultName) => on.includes(name)
  return {
    offline: is("offline"),
    slow: is("slow"),
    reset: is("reset"),
    lost: is("lost"),
    expired: is("expired"),
    full: is("full")
  }
}
