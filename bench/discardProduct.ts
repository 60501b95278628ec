/** As much of the product API as an upload, a download and a list of the transfer benches need. */
import type { IncomingMessage } from "node:http"
import type { DiscardOptions, Storage } from "./discardServer.js"

/** What the two ends of the server share: the next id, and the SHA-1 of the one object that can be downloaded. */
export interface ServerState {
  nextId: number
  sha1: string | undefined
}

const ownStorage: Storage = { region: "us-east-1", bucket: "bench", key: "benchkey", secret: "benchsecret" }

export const downloadPath = "/bench/download"

const text = async (request: IncomingMessage): Promise<string> => {
  let all = ""
  for await (const chunk of request.setEncoding("utf8")) all += String(chunk)
  return all
}

/** A page of files as the emulator spells them. */
const listPage = (url: URL, entries: number) => {
  const page = Number(url.searchParams.get("page") ?? 1)
  const size = Number(url.searchParams.get("page_size") ?? 20)
  const start = (page - 1) * size
  const list = Array.from({ length: Math.max(0, Math.min(size, entries - start)) }, (_, index) => ({
    file_id: `file-${start + index}`,
    parent_file_id: "root",
    file_path: `/picture ${start + index}.jpg`,
    object_key: `bench-space/file-${start + index}/5f1d7a84db735312fa3b0a4f`,
    asset_id: `asset-${start + index}`,
    content_type: "image/jpeg",
    category: "image",
    pre_hash: null,
    content_hash: "0A4D55A8D778E5022FAB701977C5D840BBC486D0",
    content_hash_name: "sha1",
    status: "available",
    hidden: false,
    user_tags: [],
    created_at: "2026-11-20T12:00:00.000Z",
    updated_at: "2026-11-20T12:00:00.000Z",
    file_name: `picture ${start + index}.jpg`,
    file_size: 1_048_576 + index,
    file_type: 1
  }))
  return { list, total: entries }
}

/** The product API, as far as signing in, selecting a space and uploading go. */
export const product = async (
  request: IncomingMessage,
  path: string,
  { options, origin, state }: { readonly options: DiscardOptions; readonly origin: string; readonly state: ServerState }
): Promise<unknown> => {
  await text(request)
  const target = options.storage ?? ownStorage
  if (path === "/user/login") return { wsid: "bench-user" }
  if (path === "/drive/space/list") return { list: [{ space_id: "bench-space" }], total: 1 }
  if (path.endsWith("/token")) {
    const isOss = options.platform === "oss"
    return {
      platform: isOss ? 2 : 3,
      bucket_name: target.bucket,
      bucket_endpoint: target.endpoint ?? origin,
      region: isOss ? "cn-hangzhou" : target.region,
      access_key_id: target.key,
      access_key_secret: target.secret,
      expire_time: Math.floor(Date.now() / 1000) + 86_400
    }
  }
  if (path.endsWith("/benefit")) {
    return { single_file_download_speed: options.download?.speed ?? 0, file_size_limit: 0 }
  }
  if (path === "/file/bench-space/list") return listPage(new URL(request.url ?? "/", origin), options.entries ?? 0)
  if (path === "/file/bench-space/download") return { download_url: `${origin}${downloadPath}` }
  if (path.endsWith("/info")) {
    return {
      name: "download",
      size: options.download?.size ?? 0,
      type: 1,
      ...state.sha1 === undefined ? {} : { content_hash: state.sha1, content_hash_name: "sha1" }
    }
  }
  if (path.endsWith("/success-callback")) return { failed: [] }
  if (request.method === "POST" && path === "/file/bench-space") {
    if (options.holdCreates === true) return new Promise(() => {})
    const id = ++state.nextId
    return { file_id: `file-${id}`, object_key: `objects/${id}`, rapid_upload: false }
  }
  return {}
}
