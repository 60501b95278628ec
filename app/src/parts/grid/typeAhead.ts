/** Letters typed one after the other lead to the next name that begins with them. */

const pause = 800

export interface TypeAhead {
  /** The index to go to, if a name fits; `undefined` while nothing does. */
  readonly type: (letter: string, at: number, count: number, nameAt: (index: number) => string) => number | undefined
  /** Whether a word is being typed, so that a space belongs to it. */
  readonly isTyping: () => boolean
}

export const makeTypeAhead = (): TypeAhead => {
  let typed = ""
  let last = 0
  const isTyping = () => typed !== "" && performance.now() - last < pause
  return {
    isTyping,
    type: (letter, at, count, nameAt) => {
      typed = isTyping() ? typed + letter.toLowerCase() : letter.toLowerCase()
      last = performance.now()
      // one letter again and again walks through all names that begin with it
      const isRepeated = [...typed].every((sign) => sign === typed[0])
      const wanted = isRepeated ? typed[0] ?? "" : typed
      const from = isRepeated || typed.length === 1 ? at + 1 : Math.max(0, at)
      for (let offset = 0; offset < count; offset++) {
        const index = (from + offset) % count
        if (nameAt(index).slice(0, wanted.length + 8).trimStart().toLowerCase().startsWith(wanted)) return index
      }
      return undefined
    }
  }
}
