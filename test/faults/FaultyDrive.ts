/** A drive of Node on an emulator of its own, over sockets, whose user signs in again whenever the session has ended. */
import { ListMultipartUploadsCommand, S3Client } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Duration } from "effect"
import { createHash } from "node:crypto"
import type { RunningEmulator, ServeOptions } from "../../emulator/src/index.js"
import { startEmulator } from "../../emulator/src/index.js"
import * as AliOss from "../../emulator/test/oss/aliOss.js"
import type { DriveNodeOptions } from "../../src/layers/DriveNode.js"
import type { DriveClient, UploadHandle, UploadSnapshot } from "../../src/promise/node.js"
import { createDrive } from "../../src/promise/node.js"
import type { RetryPolicy, WatchdogLimits } from "../../src/services/transfers/RetryPolicy.js"
import { defaultRetryPolicy, defaultWatchdogLimits } from "../../src/services/transfers/RetryPolicy.js"
import type { Fault } from "../../src/testing/FaultScript.js"

/** Pauses so short that a table of faults takes seconds. */
export const hasty: RetryPolicy = {
  failures: 8,
  firstPause: Duration.millis(4),
  longestPause: Duration.millis(20),
  longestRetryAfter: defaultRetryPolicy.longestRetryAfter,
  offlineProbe: Duration.seconds(1),
  longestOutage: defaultRetryPolicy.longestOutage
}

const impatience = Duration.seconds(30)

/** Breaks off what stands still for longer than a busy machine does. */
export const impatient: WatchdogLimits = {
  ...defaultWatchdogLimits,
  idle: impatience,
  answer: impatience,
  complete: impatience
}

export interface FaultyDrive {
  readonly emulator: RunningEmulator
  readonly drive: DriveClient
  readonly refreshes: () => number
}

export interface FaultyDriveOptions {
  readonly faults?: ReadonlyArray<Fault>
  readonly emulator?: ServeOptions
  readonly drive?: Partial<DriveNodeOptions>
  /** Default true. */
  readonly signsInAgain?: boolean
  readonly open?: (options: DriveNodeOptions) => DriveClient
}

const openOnOss = async ({ oss }: RunningEmulator): Promise<ReadonlyArray<string>> => {
  const client = AliOss.make({ ...oss, authorizationV4: true, sldEnable: true })
  const { uploads } = await client.listUploads({})
  return uploads.map(({ name }) => name)
}

const openOnS3 = async ({ s3 }: RunningEmulator): Promise<ReadonlyArray<string>> => {
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey }
  })
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))
  client.destroy()
  return Uploads.map(({ Key }) => Key ?? "")
}

/** The faults begin when the drive is signed in. */
export const withFaultyDrive = async <A>(
  options: FaultyDriveOptions,
  use: (faulty: FaultyDrive) => Promise<A>
): Promise<A> => {
  const emulator = await startEmulator(options.emulator)
  const drive = (options.open ?? createDrive)({
    apiHost: emulator.apiHost,
    product: { id: "faults", version: "1" },
    ...options.drive,
    uploads: { retry: hasty, ...options.drive?.uploads }
  })
  try {
    await drive.session.initialise({ accessToken: emulator.accessToken })
    let refreshes = 0
    drive.events.on("CredentialRefreshed", () => void refreshes++)
    if (options.signsInAgain !== false) {
      drive.events.on("TokenExpired", () => void drive.session.login({ accessToken: emulator.accessToken }))
    }
    emulator.faults.add(options.faults ?? [])
    return await use({ emulator, drive, refreshes: () => refreshes })
  } finally {
    await drive.dispose()
    await emulator.close()
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

export const storedBytes = async (drive: DriveClient, fileId: string): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of drive.downloads.stream({ fileId })) chunks.push(chunk.slice())
  return Buffer.concat(chunks)
}

/** Resolves when the snapshot is as wanted. */
export const when = (upload: UploadHandle, wanted: (snapshot: UploadSnapshot) => boolean): Promise<void> =>
  new Promise((resolve) => {
    let off = () => {}
    const look = () => {
      if (!wanted(upload.snapshot())) return
      off()
      resolve()
    }
    off = upload.subscribe(look)
    look()
  })

/** What must hold after an upload, whatever has happened to it. `unhit` are faults that were to hit nothing. */
export const assertStoredOnce = async (
  { drive, emulator }: FaultyDrive,
  upload: UploadHandle,
  bytes: Uint8Array,
  mostSentAgain: number,
  unhit: ReadonlyArray<Fault> = []
): Promise<void> => {
  const { fileId } = await upload.done
  // Downloads go through no fault that is left over, so this comes first.
  assert.deepStrictEqual(emulator.remainingFaults(), unhit, "faults that hit nothing")
  assert.deepInclude(upload.snapshot(), { progress: "success", error: undefined })
  assert.strictEqual(upload.snapshot().bytes.committed, bytes.length)
  const platform = drive.spaces.current()?.platform
  // pds lists no open uploads.
  const open = platform === "pds" ? () => [] : platform === "oss" ? openOnOss : openOnS3
  assert.deepStrictEqual(await open(emulator), [], "multipart uploads left open")
  const { accepted, received } = emulator.traffic()
  assert.strictEqual(accepted, bytes.length, "bytes that the storage accepted")
  assert.isAtLeast(received, bytes.length)
  assert.isAtMost(received, bytes.length + mostSentAgain, "bytes that the storage received")
  assert.strictEqual(Buffer.compare(await storedBytes(drive, fileId), bytes), 0, "stored are the bytes of the file")
  const { items } = await drive.files.list({})
  assert.deepStrictEqual(items.map((file) => String(file.fileId)), [String(fileId)])
}
