/**
 * Names in addresses and headers.
 */

/**
 * RFC 3986: all that is not unreserved.
 */
export const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * A Content-Disposition that saves under this name: in ASCII for old readers, and as it is (RFC 6266). Half of a surrogate pair has no
 * UTF-8 form; a service may have cut the name in the middle of a character.
 */
export const attachment = (name: string): string => {
  const whole = name.replace(/\p{Surrogate}/gu, "_")
  return `attachment; filename="${whole.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${escape(whole)}`
}
