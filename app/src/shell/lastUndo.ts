/** The last change that can be undone, for the keys that do it. */
import { onNextUser } from "./onNextUser.js"

export type TakeBack = () => void

let last: Promise<TakeBack | undefined> | undefined

export const lastUndo = {
  /** `change` gives how it is undone, if it can be, once it is done. Keys that are pressed meanwhile wait for it. */
  remember: (change: Promise<TakeBack | undefined>): void => {
    const before = last
    last = change.then((takeBack) => takeBack ?? before)
  },
  /** This change was undone by something else than the keys; a newer one is still theirs. */
  wasUndone: (takeBack: TakeBack): void => {
    last = last?.then((newest) => newest === takeBack ? undefined : newest)
  },
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

onNextUser(lastUndo.forget)
