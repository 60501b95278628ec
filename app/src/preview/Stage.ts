import type { PreviewSource } from "./PreviewSource.js"

export type Facts = ReadonlyArray<readonly [label: string, value: string]>

export const noFacts: Facts = []

/** What all stages are given. */
export interface StageProps {
  readonly source: PreviewSource
  /** Where the stage puts its tools: in the bar, before those that every file has. */
  readonly toolbar: HTMLElement | null
  /** What the stage found out about the file. Call it with the same array as long as it holds the same. */
  readonly onFacts: (facts: Facts) => void
  /** The file cannot be shown here. */
  readonly onUnshowable: () => void
  readonly onStep: (direction: 1 | -1) => void
}
