/**
 * How an answer says under which name its body is to be saved.
 */

/**
 * `attachment` with the file's name, in ASCII for old clients and whole for all others (RFC 6266).
 */
export const dispositionOf = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const whole = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
