export interface NumberRange {
  /** Of a number that is left out; default: there must be one. */
  readonly fallback?: number | undefined
  readonly from: number
  readonly to: number
}

/**
 * The whole number that a parameter says; `undefined` when it says none of the range.
 */
export const wholeNumber = (text: string | undefined, range: NumberRange): number | undefined => {
  const value = text === undefined ? range.fallback ?? NaN : /^\d+$/.test(text) ? Number(text) : NaN
  return value >= range.from && value <= range.to ? value : undefined
}
