import type { ReactElement } from "react"
import { useEffect, useState } from "react"
import { useLanguage } from "../language/Language.js"
import { Switch } from "../parts/Switch.js"
import styles from "./Dock.module.css"
import { setDock } from "./dockState.js"
import type { FaultName, FaultSwitches } from "./faultSwitches.js"
import { askSwitches, faultNames, faultsOf } from "./faultSwitches.js"

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
