import type { ReactElement } from "react"
import { useEffect, useRef } from "react"
import { classes } from "./classes.js"
import styles from "./ProgressBar.module.css"

export type Movement = "moving" | "checking" | "still" | "failed" | "sweep"

export interface ProgressBarProps {
  readonly label: string
  /** From 0 to 100; `undefined` where nothing can be measured. */
  readonly percent: number | undefined
  readonly movement?: Movement | undefined
  readonly thin?: boolean | undefined
}

/** Its width is the truth: it is never eased, and nothing fills it up that has not happened. */
export const ProgressBar = (
  { label, movement = "moving", percent, thin = false }: ProgressBarProps
): ReactElement => {
  const fill = useRef<HTMLDivElement>(null)
  useEffect(() => fill.current?.style.setProperty("--progress", String(percent ?? 0)), [percent])
  const isSweeping = movement === "sweep" || percent === undefined
  return (
    <div
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={isSweeping ? undefined : Math.round(percent)}
      className={classes(
        styles.track,
        thin && styles.thin,
        isSweeping ? styles.sweep : movement !== "moving" && styles[movement]
      )}
      role="progressbar"
    >
      <div className={styles.fill} ref={fill} />
    </div>
  )
}

const radius = 13
const round = 2 * Math.PI * radius

/** The same as a ring, beside a sentence that says it in words. */
export const Ring = ({ failed = false, percent }: { readonly percent: number; readonly failed?: boolean }) => (
  <svg aria-hidden="true" className={styles.ring} viewBox="0 0 32 32">
    <circle className={styles.ringGround} cx="16" cy="16" r={radius} />
    <circle
      className={styles.ringFill}
      cx="16"
      cy="16"
      data-failed={failed || undefined}
      r={radius}
      strokeDasharray={`${(round * percent) / 100} ${round}`}
    />
  </svg>
)
