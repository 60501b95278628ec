/**
 * ETags as requests write them.
 */

/**
 * An ETag without quotes and in lower case, as it is kept.
 */
export const bareEtag = (etag: string): string => etag.trim().replace(/^"(.*)"$/, "$1").toLowerCase()
