import type { PreviewSource } from "./PreviewSource.js"

export type Facts = ReadonlyArray<readonly [label: string, value: string]>

export const noFacts: Facts = []

/** A file beside a film or sound that says in words what is heard. */
export interface Captions {
  /** A language tag, or what stands there in place of one; empty where the name says nothing. */
  readonly tag: string
  readonly source: PreviewSource
}

export const noCaptions: ReadonlyArray<Captions> = []

/** What all stages are given. */
export interface StageProps {
  readonly source: PreviewSource
  readonly captions: ReadonlyArray<Captions>
  /** Where the stage puts its tools: in the bar, before those that every file has. */
  readonly toolbar: HTMLElement | null
  /** What the stage found out about the file. Call it with the same array as long as it holds the same. */
  readonly onFacts: (facts: Facts) => void
  /** The file cannot be shown here. */
  readonly onUnshowable: () => void
  readonly onStep: (direction: 1 | -1) => void
}
