import type { ReactElement, ReactNode } from "react"
import styles from "./DetailsPanel.module.css"

/** What is not known is left out. */
export type Facts<Value extends ReactNode = ReactNode> = ReadonlyArray<readonly [label: string, value: Value]>

export const FactList = ({ facts }: { readonly facts: Facts }): ReactElement => (
  <dl className={styles.facts}>
    {facts.map(([label, value]) =>
      value === undefined || value === "" ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      )
    )}
  </dl>
)
