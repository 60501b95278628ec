/**
 * A drive in this process, on the clock of the test.
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Effect } from "effect"
import { Emulator } from "../../src/Emulator.js"
import { driveIdOf } from "../../src/pds/Drives.js"
import { file, text } from "./DriveCalls.js"

const answered = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function*() {
    const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
    const response = yield* client.execute(request)
    const body = yield* response.text
    const isJson = response.headers["content-type"]?.startsWith("application/json") ?? false
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
    const parsed: any = isJson ? JSON.parse(body) : body
    return { status: response.status, headers: response.headers, body: parsed }
  })

export const get = (url: string) => answered(HttpClientRequest.get(url))

export const putBytes = (url: string, bytes: Uint8Array) =>
  answered(HttpClientRequest.put(url).pipe(HttpClientRequest.bodyUint8Array(bytes, "")))

/** Calls with this token, or the long-lived one, on this space's drive. */
export const drive = (options: { readonly spaceId?: string; readonly token?: string } = {}) =>
  Effect.map(Emulator, ({ directDriveToken, origins }) => {
    const drive_id = driveIdOf(options.spaceId ?? "pds-files")
    const call = (path: string, body: Record<string, unknown> = {}) =>
      answered(
        HttpClientRequest.post(`${origins.pds}/v2${path}`).pipe(
          HttpClientRequest.setHeader("authorization", `Bearer ${options.token ?? directDriveToken}`),
          HttpClientRequest.bodyText(JSON.stringify({ drive_id, ...body }), "application/json")
        )
      )
    const folder = (name: string, parent_file_id = "root") =>
      Effect.map(
        call("/file/create", { name, type: "folder", parent_file_id, check_name_mode: "refuse" }),
        ({ body }) => String(body.file_id)
      )
    const upload = (name: string, content: string, parent_file_id = "root") =>
      Effect.gen(function*() {
        const { body } = yield* call("/file/create", file(name, { parent_file_id }))
        yield* putBytes(body.part_info_list[0].upload_url, text(content))
        const done = yield* call("/file/complete", { file_id: body.file_id, upload_id: body.upload_id })
        return String(done.body.file_id)
      })
    const names = (parent_file_id = "root") =>
      Effect.map(
        call("/file/list", { parent_file_id }),
        ({ body }) => body.items.map((item: { readonly name: string }) => item.name)
      )
    return { drive_id, call, folder, upload, names }
  })
