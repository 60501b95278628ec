export interface KeptPlace {
  /** Gives where the focus of a list of so many rows is, if it was ever in it. */
  readonly of: (focusedAt: number | undefined, count: number) => number | undefined
}

/** A list whose row with the focus has gone keeps the place: the row that stands there now is the next. */
export const makeKeptPlace = (): KeptPlace => {
  let last: number | undefined
  return {
    of: (focusedAt, count) => {
      last = focusedAt ?? last
      return last === undefined || count === 0 ? undefined : Math.min(last, count - 1)
    }
  }
}
