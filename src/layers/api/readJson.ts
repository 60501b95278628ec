/**
 * JSON in which whole numbers of many digits, such as ids of 64 bits, keep all of them.
 */

/** Above this many digits a number may not be exact. */
const longNumber = /[:[,]\s*-?\d{16}/

const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

const isLong = (token: string): boolean => /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))

/**
 * The value of a text; a whole number that JavaScript cannot hold exactly comes as text. Throws like `JSON.parse`.
 */
export const readJson = (text: string): unknown =>
  JSON.parse(longNumber.test(text) ? text.replace(textOrNumber, (token) => isLong(token) ? `"${token}"` : token) : text)
