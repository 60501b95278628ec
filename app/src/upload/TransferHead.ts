/** What the head of the panel says about all rows below it. */
export interface TransferHead {
  readonly title: string
  readonly facts: string
  readonly failed: string | undefined
  /** `undefined` where nothing can be measured. */
  readonly percent: number | undefined
}
