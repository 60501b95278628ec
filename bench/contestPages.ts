/**
 * The pages of the contest, as an application's bundler makes them: ours, a bare one that makes the same requests by hand, and
 * Uppy's newest with the same calls of the product. Each gives `run(origin, files, bytes, parallel)`.
 */
import type { BuildOptions } from "esbuild"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { cachedPackages } from "../scripts/cachedFolder.js"
import { listen } from "../test/browser/PageServer.js"

const root = fileURLToPath(new URL("..", import.meta.url))

export type Contestant = "bare" | "ours" | "uppy"

const uppy = { "@uppy/core": "6.3.1", "@uppy/aws-s3": "6.3.1" }

/** Calls of the product: one for each file before it, and one for a hundred files behind them. */
const product = `
const call = async (origin, path, body) => {
  const headers = { "content-type": "application/json", "x-product": "bench", authorization: "bench" }
  const answer = await fetch(origin + "/api/v2" + path, {
    method: "POST", headers, credentials: "include", body: JSON.stringify(body)
  })
  return (await answer.json()).data
}
const create = (origin, file) =>
  call(origin, "/file/bench-space", {
    name: file.name, size: file.size, type: "file", parent_file_id: "root", check_name_mode: "auto_rename"
  })
let told = []
const tell = (origin) => {
  const ids = told
  told = []
  return call(origin, "/file/bench-space/success-callback", { file_ids: ids })
}
const stored = (origin, id) => told.push(id) === 100 ? tell(origin) : undefined
const partSize = 5 << 20
`

const put = `
const put = (url, body) => new Promise((done, failed) => {
  const request = new XMLHttpRequest()
  request.open("PUT", url)
  request.onload = () => request.status === 200 ? done(request) : failed(new Error("status " + request.status))
  request.onerror = () => failed(new Error("network"))
  request.send(body)
})
`

const code: Readonly<Record<Contestant, string>> = {
  ours: `import { createDrive } from "effect-drive/promise"
globalThis.run = async (origin, files, parallel) => {
  const limits = parallel === undefined ? undefined : { part: parallel, control: parallel }
  const drive = createDrive({ apiHost: origin, product: { id: "bench", version: "1" }, limits })
  await drive.session.initialise({ accessToken: "bench" })
  await Promise.all(files.map((source) => drive.uploads.start({ source }).done))
}`,
  bare: `${product}${put}
const multipart = async (url, file, parallel) => {
  const begun = await (await fetch(url + "?uploads", { method: "POST" })).text()
  const id = begun.match(/<UploadId>(.*?)</)[1]
  const count = Math.ceil(file.size / partSize)
  let next = 0
  const etags = []
  const worker = async () => {
    while (next < count) {
      const number = ++next
      const body = file.slice((number - 1) * partSize, number * partSize)
      etags[number - 1] = (await put(url + "?partNumber=" + number + "&uploadId=" + id, body)).getResponseHeader("etag")
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  await fetch(url + "?uploadId=" + id, { method: "POST", body: etags.join() })
}
globalThis.run = async (origin, files, parallel = 6) => {
  let next = 0
  const worker = async () => {
    while (next < files.length) {
      const file = files[next++]
      const { file_id, object_key } = await create(origin, file)
      const url = origin + "/bench/" + object_key
      if (file.size > partSize) await multipart(url, file, parallel)
      else await put(url, file)
      await stored(origin, file_id)
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, files.length) }, worker))
  await tell(origin)
}`,
  uppy: `import Uppy from "@uppy/core"
import AwsS3 from "@uppy/aws-s3"
${product}
globalThis.run = async (origin, files, parallel = 6) => {
  const uppy = new Uppy()
  const ids = new Map()
  const signRequest = async ({ key, method, uploadId, partNumber }) => {
    const known = ids.get(key)
    if (known === undefined) {
      const answer = await create(origin, { name: key, size: 0 })
      ids.set(key, answer)
    }
    const { object_key } = ids.get(key)
    const query = uploadId === undefined ? method === "POST" ? "?uploads" : ""
      : "?uploadId=" + uploadId + (partNumber === undefined ? "" : "&partNumber=" + partNumber)
    return { url: origin + "/bench/" + object_key + query }
  }
  uppy.use(AwsS3, {
    limit: parallel, signRequest, shouldUseMultipart: (file) => file.size > partSize, getChunkSize: () => partSize
  })
  const telling = []
  let all = 0
  uppy.on("upload-success", () => telling.push(stored(origin, "file-" + all++)))
  uppy.addFiles(files.map((data) => ({ name: data.name, data })))
  const { failed } = await uppy.upload()
  if (failed.length > 0) throw new Error(failed[0].error)
  await Promise.all(telling)
  await tell(origin)
}`
}

/** A module as an application's bundler makes a page of it: served name to contents. */
export async function bundlePage(contents: string, how: Pick<BuildOptions, "nodePaths" | "plugins"> = {}) {
  const { outputFiles } = await build({
    ...how,
    stdin: { contents, resolveDir: root, sourcefile: "page.js" },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    format: "esm",
    target: "es2022",
    platform: "browser",
    conditions: ["browser"],
    entryNames: "page",
    outdir: "/",
    write: false,
    logLevel: "error"
  })
  return new Map(outputFiles.map(({ contents, path }) => [path, contents]))
}

/** Of the bare page: it gives `run` alone. */
export const bareContestant: string = code.bare

export async function bundleContestant(name: Contestant): Promise<ReadonlyMap<string, Uint8Array>> {
  return bundlePage(code[name], { nodePaths: name === "uppy" ? [await cachedPackages("uppy", uppy)] : [] })
}

/** Serves the bundle, with an empty page that runs it. */
export const serveBundle = (files: ReadonlyMap<string, Uint8Array>) =>
  listen((request, response) => {
    const file = files.get(request.url ?? "")
    if (request.url === "/") {
      response.writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>page</title><script type=module src=/page.js></script>")
    } else if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": "text/javascript" }).end(file)
  })
