/**
 * Checksums of parts, written the way the storages want them.
 *
 * @since 1.0.7
 */

/**
 * CRC32 as S3 wants it: four bytes, most significant first, in base64.
 *
 * @since 1.0.7
 * @category combinators
 */
export const crc32Text = (crc32: number): string => {
  const bytes = [24, 16, 8, 0].map((shift) => (crc32 >>> shift) & 255)
  return btoa(String.fromCharCode(...bytes))
}

/**
 * CRC64 as OSS wants it: a decimal number.
 *
 * @since 1.0.7
 * @category combinators
 */
export const crc64Text = (hex: string): string => BigInt(`0x${hex}`).toString()

/**
 * Each as the storages write it, out of its hex.
 *
 * @since 1.0.7
 * @category combinators
 */
export const checksumText = {
  md5: (hex: string): string => hex,
  crc32: (hex: string): string => crc32Text(Number.parseInt(hex, 16)),
  crc64: crc64Text
}
