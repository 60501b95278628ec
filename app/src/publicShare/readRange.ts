export interface Range {
  readonly start: number
  /** Excluded. */
  readonly end: number
}

/** These bytes of what the address leads to; `undefined` where it gives none any more. */
export const readRange = async (
  address: string,
  { end, start }: Range,
  signal: AbortSignal
): Promise<Blob | undefined> => {
  const response = await fetch(address, {
    headers: { range: `bytes=${start}-${end - 1}` },
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal
  })
  if (response.status === 206) return response.blob()
  // who knows no ranges answers with all of it
  if (response.status === 200) return (await response.blob()).slice(start, end)
  return undefined
}
