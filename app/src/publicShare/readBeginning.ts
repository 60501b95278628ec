/** The beginning of a text, which is all that a preview shows; the rest is not fetched. */

const most = 64 * 1024

export interface Beginning {
  readonly text: string
  /** Bytes that were read. */
  readonly size: number
  readonly isWhole: boolean
}

export const readBeginning = async (address: string, signal: AbortSignal): Promise<Beginning> => {
  const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal })
  if (!response.ok || response.body === null) throw new Error(`the text was answered with ${response.status}`)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), size, isWhole: true }
    const room = most - size
    const taken = value.subarray(0, room)
    size += taken.length
    text += decoder.decode(taken, { stream: true })
    if (value.length > room) {
      await reader.cancel()
      return { text, size, isWhole: false }
    }
  }
}
