import type { ReactElement, ReactNode } from "react"
import styles from "./EmptyState.module.css"

const pictures = {
  folder: (
    <>
      <path d="M14 30a8 8 0 0 1 8-8h15a8 8 0 0 1 5.7 2.4l4.6 4.6H74a8 8 0 0 1 8 8v31a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8z" />
      <path className={styles.accent} d="M48 64V46m-8 7.5 8-8 8 8" />
    </>
  ),
  filter: <path d="M22 30h52M32 48h32M42 66h12" />,
  bin: (
    <>
      <path d="M24 34h48M40 34v-6a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v6M30 34l3 35a8 8 0 0 0 8 7h14a8 8 0 0 0 8-7l3-35" />
      <path className={styles.accent} d="m40 55 6 6 11-12" />
    </>
  ),
  star: <path d="M48 20l8.6 17.4 19.2 2.8-13.9 13.5 3.3 19.1L48 63.8l-17.2 9 3.3-19.1-13.9-13.5 19.2-2.8z" />,
  broken: (
    <>
      <path d="M14 30a8 8 0 0 1 8-8h15a8 8 0 0 1 5.7 2.4l4.6 4.6H74a8 8 0 0 1 8 8v31a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8z" />
      <path className={styles.accent} d="M48 44v10.5m0 7.6a.8.8 0 1 0 .01 0" />
    </>
  )
}

export interface EmptyStateProps {
  readonly picture: keyof typeof pictures
  readonly title: string
  /** `h1` where nothing else names the page. */
  readonly heading?: "h1" | "h2"
  readonly text?: ReactNode
  /** The next step, as one button. */
  readonly action?: ReactNode
}

/** Why nothing is here, and what to do about it. */
export const EmptyState = (
  { action, heading: Heading = "h2", picture, text, title }: EmptyStateProps
): ReactElement => (
  <div className={styles.empty} data-picture={picture}>
    <svg aria-hidden="true" className={styles.picture} height="96" viewBox="0 0 96 96" width="96">
      {pictures[picture]}
    </svg>
    <Heading className={styles.title}>{title}</Heading>
    {text === undefined ? null : <div className={styles.text}>{text}</div>}
    {action === undefined ? null : <div className={styles.action}>{action}</div>}
  </div>
)
