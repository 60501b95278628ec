import type { SourceInput } from "../../src/services/UploadSource.js"
import type { MemoryDrive } from "../../src/testing/MemoryDrive.js"
import { bytesOf } from "../transfer/upload/memoryUploads.js"
import type { FilePlan } from "./scenario.js"

/** Digits, so that the same bytes can be given as text. */
const contentOf = (size: number, seed: number): Uint8Array => bytesOf(size, seed).map((byte) => 48 + (byte % 10))

async function* streamOf(bytes: Uint8Array) {
  const half = Math.ceil(bytes.length / 2)
  yield bytes.subarray(0, half)
  yield bytes.subarray(half)
}

/**
 * A file as the user has it. `versions` are the contents that it may be found with: its own, another one of the same size, and a
 * longer one. An upload of it ends with one of them, whole.
 */
export interface UserFile {
  readonly plan: FilePlan
  readonly index: number
  readonly versions: ReadonlyArray<Uint8Array>
}

export const userFiles = (plans: ReadonlyArray<FilePlan>): ReadonlyArray<UserFile> =>
  plans.map((plan, index) => ({
    plan,
    index,
    versions: [
      contentOf(plan.size, index * 50 + 1),
      contentOf(plan.size, index * 50 + 2),
      contentOf(plan.size + 7, index * 50 + 3)
    ]
  }))

export const versionOf = ({ versions }: UserFile, number: number): Uint8Array =>
  versions[number % versions.length] ?? new Uint8Array(0)

/** Puts this version on the disk, as an editor would. */
export const write = (drive: MemoryDrive, file: UserFile, number: number): void => {
  drive.disk.set(`/${file.index}`, { bytes: versionOf(file, number), modifiedAt: 1 + (number % file.versions.length) })
}

/** The file as it is given to `start`. */
export const sourceOf = (file: UserFile): SourceInput => {
  const bytes = versionOf(file, 0)
  switch (file.plan.source) {
    case "path":
      return { path: `/${file.index}` }
    case "bytes":
      return bytes
    case "text":
      return new TextDecoder().decode(bytes)
    case "stream":
      return streamOf(bytes)
  }
}
