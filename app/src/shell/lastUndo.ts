/** The last change that can be taken back, for the keys that do it. */

export type TakeBack = () => void

let last: Promise<TakeBack | undefined> | undefined

export const lastUndo = {
  /** `change` gives how it is taken back, if it can be, once it is done. Keys that are pressed meanwhile wait for it. */
  remember: (change: Promise<TakeBack | undefined>): void => {
    const before = last
    last = change.then((takeBack) => takeBack ?? before)
  },
  /** Another way than the keys has taken back the last change. */
  forget: (): void => {
    last = undefined
  },
  run: async (): Promise<void> => {
    const change = last
    last = undefined
    const takeBack = await change
    takeBack?.()
  }
}
