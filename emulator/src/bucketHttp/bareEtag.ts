/**
 * ETags as requests write them.
 */

export const unquoted = (etag: string): string => etag.trim().replace(/^"(.*)"$/, "$1")

/**
 * An ETag without quotes and in lower case, as it is kept.
 */
export const bareEtag = (etag: string): string => unquoted(etag).toLowerCase()
