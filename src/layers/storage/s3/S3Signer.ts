/**
 * Addresses for PUT of one session. The SDK is asked once where the bucket's objects are, and signs each request by itself: all of
 * its way from a command to an address would cost a page more than anything else that is done for a small file.
 */
import { escape } from "../bucket/Signing.js"
import type { S3Session } from "./S3Connection.js"
import type { PutRequest, SigningTime } from "./S3QuerySigner.js"

/** Any key would do; this one is nothing but itself in an address. */
const probe = "probe"

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${escape(name)}=${escape(String(value))}`)
    .sort()
    .join("&")

/**
 * Signs as the SDK's own `getSignedUrl` does, with the same result.
 */
export const make = async ({ bucket, client, sdk }: Omit<S3Session, "code">) => {
  const found = new URL(
    await sdk.getSignedUrl(client, new sdk.PutObjectCommand({ Bucket: bucket.bucket, Key: probe }))
  )
  const prefix = found.pathname.slice(0, -probe.length)
  const [region = bucket.region, signingName = "s3"] =
    found.searchParams.get("X-Amz-Credential")?.split("/").slice(-3, -1) ?? []
  const presigner = new sdk.S3RequestPresigner({ ...client.config, signingName, region: () => Promise.resolve(region) })

  return async (request: PutRequest, signing: SigningTime): Promise<string> => {
    const path = `${prefix}${request.key.split("/").map(escape).join("/")}`
    const names = Object.keys(request.headers)
    const signed = await presigner.presign({
      method: "PUT",
      protocol: found.protocol,
      hostname: found.hostname,
      ...(found.port === "" ? {} : { port: Number(found.port) }),
      path,
      query: { ...request.query },
      headers: { host: found.host, ...request.headers }
    }, {
      expiresIn: signing.expiresIn,
      signingDate: signing.signingDate,
      signableHeaders: new Set(names),
      unhoistableHeaders: new Set(names)
    })
    return `${found.origin}${path}?${queryText(signed.query ?? {})}`
  }
}

/**
 * @see {@link make}
 */
export type S3Signer = Awaited<ReturnType<typeof make>>
