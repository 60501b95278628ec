/** Capital letters and digits that nobody takes for another when reading them aloud. There are 32, so each is as likely. */
const signs = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

const length = 4

export const makeShareCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => signs[byte % signs.length]).join("")
