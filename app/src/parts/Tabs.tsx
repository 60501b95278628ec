import type { ReactElement, ReactNode } from "react"
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components/Tabs"
import styles from "./Tabs.module.css"

export interface TabEntry {
  readonly id: string
  readonly label: string
  /** How many are unfinished there. */
  readonly count?: string | undefined
  /** Says that something failed there; it is read out and shown as a red dot. */
  readonly failed?: string | undefined
  readonly panel: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: ReadonlyArray<TabEntry>
  readonly selected: string
  readonly onSelect: (id: string) => void
}

export const Tabs = ({ label, onSelect, selected, tabs }: TabsProps): ReactElement => (
  <AriaTabs onSelectionChange={(key) => onSelect(String(key))} selectedKey={selected}>
    <TabList aria-label={label} className={styles.list ?? ""}>
      {tabs.map((tab) => (
        <Tab className={styles.tab ?? ""} id={tab.id} key={tab.id}>
          {tab.label}
          {tab.count === undefined ? null : <small className={styles.count}>{tab.count}</small>}
          {tab.failed === undefined ? null : <span aria-label={tab.failed} className={styles.bad} role="img" />}
        </Tab>
      ))}
    </TabList>
    {tabs.map((tab) => <TabPanel className={styles.panel ?? ""} id={tab.id} key={tab.id}>{tab.panel}</TabPanel>)}
  </AriaTabs>
)
