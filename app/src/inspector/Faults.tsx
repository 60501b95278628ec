import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { apiHost } from "../drive.js"
import { useLanguage } from "../language/Language.js"
import { Switch } from "../parts/Switch.js"
import styles from "./Dock.module.css"
import { setDock } from "./dockState.js"

/** The switches of the emulator, over HTTP. A real service has none. */
const faultNames = ["offline", "slow", "reset", "lost", "expired", "full"] as const

type FaultName = (typeof faultNames)[number]

type FaultSwitches = Readonly<Record<FaultName, boolean>>

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
const askSwitches = async (changed?: Partial<FaultSwitches>): Promise<FaultSwitches | undefined> => {
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
const faultsOf = (...on: ReadonlyArray<FaultName>): FaultSwitches => {
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

/** A tunnel is as long as this, milliseconds. */
const tunnel = 8000

/** Faults to be switched on, where the drive is the emulator's: one sees that nothing is lost. */
export const Faults = (): ReactElement | null => {
  const { format, t } = useLanguage()
  const [switches, setSwitches] = useState<FaultSwitches>()
  const [isBroken, setBroken] = useState(false)
  const [isInTunnel, setInTunnel] = useState(false)

  const ask = (changed?: Partial<FaultSwitches>): void => {
    askSwitches(changed).then(
      (found) => {
        setSwitches(found)
        setBroken(false)
        setDock({ hasFaults: found !== undefined && Object.values(found).some((on) => on) })
      },
      () => setBroken(true)
    )
  }
  useEffect(() => ask(), [])
  useEffect(() => {
    if (!isInTunnel) return
    const end = setTimeout(() => {
      setInTunnel(false)
      ask({ offline: false })
    }, tunnel)
    return () => {
      clearTimeout(end)
      ask({ offline: false })
    }
  }, [isInTunnel])

  if (switches === undefined) return null
  const words = t.inspector.faults
  const more: Readonly<Partial<Record<FaultName, string>>> = {
    slow: `${format.bytes(262_144)}/s`,
    reset: words.oneIn(10),
    lost: words.oneIn(5),
    expired: words.oneIn(5)
  }
  const preset = (label: string, run: () => void) => (
    <button className={styles.preset} onClick={run} type="button">{label}</button>
  )
  return (
    <section className={styles.faults}>
      <div className={styles.head}>
        <h3>{words.title}</h3>
        <span>{words.only}</span>
      </div>
      {faultNames.map((name) => (
        <Switch fault key={name} on={switches[name]} onChange={(on) => ask({ [name]: on })}>
          {words[name]}
          {more[name] === undefined ? null : <small>{more[name]}</small>}
        </Switch>
      ))}
      <div className={styles.presets}>
        {preset(words.tunnel, () => {
          ask(faultsOf("offline"))
          setInTunnel(true)
        })}
        {preset(words.hotel, () => ask(faultsOf("slow", "reset", "lost")))}
        {preset(words.clear, () => ask(faultsOf()))}
      </div>
      {isBroken ? <p className={styles.problem} role="status">{words.unreachable}</p> : null}
    </section>
  )
}
