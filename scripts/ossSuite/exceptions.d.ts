export interface Exception {
  readonly title: string
  readonly reason: string
  readonly pattern: RegExp
}

export interface Outcome {
  readonly title: string
  readonly passed: boolean
}

export interface Verdict {
  readonly passed: number
  readonly excused: number
  readonly failed: ReadonlyArray<string>
  readonly passedThoughListed: ReadonlyArray<string>
  readonly withoutTest: ReadonlyArray<string>
}

export declare function parseExceptions(text: string): ReadonlyArray<Exception>

export declare function judge(outcomes: ReadonlyArray<Outcome>, exceptions: ReadonlyArray<Exception>): Verdict
