/** What is kept of the shell, and for which requests it stands in. */

/** As much of `CacheStorage` as is used. */
export interface ShellCaches {
  readonly open: (name: string) => Promise<Pick<Cache, "addAll" | "match">>
  readonly keys: () => Promise<ReadonlyArray<string>>
  readonly delete: (name: string) => Promise<boolean>
  readonly match: (request: Request | string) => Promise<Response | undefined>
}

const prefix = "drive-shell-"
export const shellPage = "/index.html"

/** Calls of the API, and what it gives out, which look like pages of this origin where a browser opens them. */
const ofApi = /^\/(?:api|share|thumbnail)\//

/** Requests that this worker never answers. A browser that knows them beforehand does not ask it, which saves much of an upload's time. */
export interface ShellRoute {
  readonly condition: { readonly requestMethod: string } | { readonly urlPattern: string }
  readonly source: "network"
}

export const pastWorker: ReadonlyArray<ShellRoute> = [
  { condition: { requestMethod: "POST" }, source: "network" },
  { condition: { requestMethod: "PUT" }, source: "network" },
  { condition: { urlPattern: "/api/*" }, source: "network" },
  { condition: { urlPattern: "/thumbnail/*" }, source: "network" }
]

/** The event of an installation: not every browser lets a worker say what goes past it. */
export interface RouteTaker {
  readonly addRoutes?: (rules: ReadonlyArray<ShellRoute>) => Promise<void>
}

/**
 * Has the browser send those past the worker. One rule a call: browsers know different conditions, and refuse a whole list for one of
 * them. Gives the rules that were refused: their requests come to the worker, which lets them pass.
 */
export const sendPast = async (taker: RouteTaker): Promise<ReadonlyArray<ShellRoute>> => {
  // a call that throws refuses as well as one that rejects
  const answers = await Promise.allSettled(pastWorker.map(async (rule) => taker.addRoutes?.([rule])))
  return pastWorker.filter((_, at) => answers[at]?.status === "rejected")
}

/** All or nothing: half a shell would open to a broken page. */
export const keepShell = async (caches: ShellCaches, version: string, files: ReadonlyArray<string>): Promise<void> => {
  const cache = await caches.open(`${prefix}${version}`)
  await cache.addAll([shellPage, ...files])
}

/** The version before the newest stays, for pages that are still open and load a part of it later. */
export const cleanUp = async (caches: ShellCaches): Promise<void> => {
  const own = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(own.slice(0, -2).map((name) => caches.delete(name)))
}

/** A file of the shell, or an address of the drive that a person opens. */
export const isOfShell = (
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  origin: string,
  files: ReadonlyArray<string>
): boolean => {
  const { origin: asked, pathname } = new URL(url)
  if (method !== "GET" || asked !== origin || ofApi.test(pathname)) return false
  return mode === "navigate" ? !/\.\w+$/.test(pathname) || pathname === shellPage : files.includes(pathname)
}

/** Files carry their content in their names, so that the kept one is right; the page is asked for, and kept for bad days. */
export const answerFrom = async (caches: ShellCaches, request: Request): Promise<Response> => {
  if (request.mode !== "navigate") return await caches.match(request) ?? fetch(request)
  try {
    return await fetch(request)
  } catch (cause) {
    const kept = await caches.match(shellPage)
    if (kept === undefined) throw cause
    return kept
  }
}
