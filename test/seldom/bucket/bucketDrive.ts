/**
 * A drive on an emulator in this process, signed in, with one space whose bucket a test can reach by another way.
 */
import { Effect, Layer, TestClock } from "effect"
import type { BlobStore } from "../../../emulator/src/blobs/BlobStore.js"
import * as BlobStoreMemory from "../../../emulator/src/blobs/BlobStoreMemory.js"
import * as ByteSource from "../../../emulator/src/blobs/ByteSource.js"
import { Emulator } from "../../../emulator/src/Emulator.js"
import type { Providers } from "../../../src/layers/Drive.js"
import { Session } from "../../../src/services/Session.js"
import * as TestDrive from "../../../src/testing/TestDrive.js"
import { BucketUnderTest } from "./rulesContract.js"

/** ali-oss takes the time 0 for none. */
const today = Date.UTC(2026, 10, 21)

interface BucketDriveOptions {
  readonly platform: "oss" | "pds" | "s3"
  readonly archiveClass: string
  readonly providers?: Providers
  /** Where the bucket's bytes are; a store of its own if left out. */
  readonly blobs?: BlobStore.Service
}

export const bucketName = "under-test"

const underTest = (blobs: BlobStore.Service, { archiveClass }: BucketDriveOptions) =>
  Layer.effect(
    BucketUnderTest,
    Effect.map(Emulator, ({ expireCredentials }) => ({
      archiveClass,
      tiered: archiveClass !== "Archive",
      expire: expireCredentials,
      store: (key: string, archived: boolean) =>
        Effect.flatMap(blobs.bucket(bucketName), (bucket) =>
          bucket.put({
            key,
            body: ByteSource.fromBytes(new Uint8Array(10)),
            metadata: { headers: archived ? { "storage-class": archiveClass } : {}, user: {} }
          })).pipe(Effect.asVoid, Effect.orDie)
    }))
  )

const signedIn = Layer.effectDiscard(
  Effect.flatMap(Session, (session) => session.initialise({ accessToken: TestDrive.accessToken }))
)

export const bucketDrive = (options: BucketDriveOptions) =>
  Layer.unwrapEffect(Effect.map(TestClock.setTime(today), () => {
    const blobs = options.blobs ?? BlobStoreMemory.make()
    const drive = TestDrive.layer({
      blobs,
      taskDuration: "5 minutes",
      spaces: [{ spaceId: "space", platform: options.platform, bucket: bucketName }],
      drive: options.providers === undefined ? {} : { providers: options.providers }
    })
    return Layer.merge(underTest(blobs, options), signedIn).pipe(Layer.provideMerge(drive))
  }))
