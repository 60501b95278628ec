/** Small pictures that a page has made, in the browser's store of answers; they go when the person signs out. */

export const keptPictures = "drive-pictures"

const most = 3_000
const tooMany = 3_500

/** Some browsers have none for pages without a secure line, or refuse it. */
const open = (): Promise<Cache | undefined> =>
  "caches" in globalThis ? caches.open(keptPictures).catch(() => undefined) : Promise.resolve(undefined)

/** Nothing is ever asked for at this address. */
const addressOf = (of: ReadonlyArray<string>): string => `/kept/${of.map(encodeURIComponent).join("/")}`

export const findPicture = async (of: ReadonlyArray<string>): Promise<Blob | undefined> =>
  (await (await open())?.match(addressOf(of)))?.blob()

/** The oldest go where there are too many. A full disk only keeps less. */
export const keepPicture = async (of: ReadonlyArray<string>, picture: Blob): Promise<void> => {
  const cache = await open()
  if (cache === undefined) return
  await cache.put(addressOf(of), new Response(picture))
  const all = await cache.keys()
  if (all.length > tooMany) await Promise.all(all.slice(0, -most).map((request) => cache.delete(request)))
}
