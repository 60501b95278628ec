/**
 * ETags as requests write them.
 *
 * @since 1.0.7
 */

/**
 * An ETag without quotes and in lower case, as it is kept.
 *
 * @since 1.0.7
 * @category combinators
 */
export const bareEtag = (etag: string): string => etag.trim().replace(/^"(.*)"$/, "$1").toLowerCase()
