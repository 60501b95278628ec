/** As people write it: `sha1` is SHA-1. */
export const nameOfHash = (name: string | undefined): string | undefined =>
  name?.toUpperCase().replace(/^(SHA)(?=\d)/, "$1-")
