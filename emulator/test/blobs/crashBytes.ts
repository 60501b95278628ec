/** What the writer stores for a seed, so that the test can tell it again. */
export const crashBytes = (seed: number): Uint8Array =>
  new Uint8Array(1000 + seed * 7919 % 200_000).fill(seed % 251 + 1)
