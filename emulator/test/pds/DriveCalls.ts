/**
 * Requests to the PDS endpoint as bare as they can be, over sockets.
 */
import { startEmulator } from "../../src/index.js"
import type { ServeOptions } from "../../src/index.js"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  readonly body: any
}

const asked = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

export const send = async (url: string, init: RequestInit = {}): Promise<Answer> => asked(await fetch(url, init))

/** A running emulator, and its drive. */
export const startDrive = async (options: ServeOptions = {}) => {
  const emulator = await startEmulator(options)
  const { accessToken, driveId, endpoint } = emulator.pds
  const raw = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(`${endpoint}/v2${path}`, {
      method: "POST",
      body,
      headers: { "authorization": `Bearer ${accessToken}`, "content-type": "application/json", ...headers }
    })
  const call = (path: string, body: Record<string, unknown> = {}) =>
    raw(path, JSON.stringify({ drive_id: driveId, ...body }))
  return { emulator, driveId, endpoint, raw, call }
}

export type Drive = Awaited<ReturnType<typeof startDrive>>

export const file = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: "file",
  parent_file_id: "root",
  ...more
})

/** An untyped body, so that no content type is sent that nobody signed. */
export const put = (url: string, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  send(url, { method: "PUT", body: new Uint8Array(bytes), headers })

/** Creates, sends every part in order and completes; gives the answer of complete. */
export const upload = async (drive: Drive, body: Record<string, unknown>, parts: ReadonlyArray<Uint8Array>) => {
  const created = await drive.call("/file/create", {
    part_info_list: parts.map((_, index) => ({ part_number: index + 1 })),
    ...body
  })
  const { file_id, part_info_list, upload_id } = created.body
  for (const [index, part] of parts.entries()) await put(part_info_list[index].upload_url, part)
  return drive.call("/file/complete", { file_id, upload_id })
}

export const filled = (size: number, seed = 1): Uint8Array => {
  const bytes = new Uint8Array(size)
  let state = seed
  for (let index = 0; index < size; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[index] = state >>> 16
  }
  return bytes
}

export const text = (value: string): Uint8Array => new TextEncoder().encode(value)
