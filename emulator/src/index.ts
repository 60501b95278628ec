/**
 * The embedded drive for programs and tests: started by one call, or run in-process without a socket.
 *
 * @since 1.0.7
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Fault, FaultScript } from "../../src/testing/FaultScript.js"
import type { Emulator } from "./Emulator.js"
import { ossRegion, s3Region } from "./Origins.js"
import { driveIdOf } from "./pds/Drives.js"
import type { ServeOptions } from "./RunningEmulator.js"
import { serve } from "./RunningEmulator.js"
import type { TrafficCounts } from "./Traffic.js"
import { signInAddress } from "./webDrive/WebDrive.js"

export { Emulator, make } from "./Emulator.js"
export type { EmulatorOptions, ExternalOss, ExternalS3, SpaceOptions, UserOptions } from "./EmulatorOptions.js"
export { sampleSpaces } from "./EmulatorOptions.js"
export { inProcessOrigins } from "./Origins.js"
export { serve, type ServeOptions } from "./RunningEmulator.js"
export type { TrafficCounts } from "./Traffic.js"

/**
 * What clients need to know of a running emulator: the JSON line of the command. `s3`, `oss` and `pds` are for direct
 * storage clients and hold keys and a token that do not expire.
 *
 * @since 1.0.7
 * @category models
 */
export interface EmulatorAddress {
  readonly apiHost: string
  /** Of the first user. */
  readonly accessToken: string
  /** The address that opens the web drive and signs the first user in; absent when no web drive is served. */
  readonly webDrive?: string
  readonly spaces: ReadonlyArray<{ readonly spaceId: string; readonly platform: string }>
  readonly s3: {
    readonly endpoint: string
    readonly region: string
    readonly bucket: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
  }
  readonly oss: {
    readonly endpoint: string
    readonly region: string
    readonly bucket: string
    readonly accessKeyId: string
    readonly accessKeySecret: string
  }
  /** The first drive of the first user; empty ids where there is none. */
  readonly pds: { readonly endpoint: string; readonly driveId: string; readonly accessToken: string }
}

/**
 * An emulator that runs: where it is, and what a test can do to it.
 *
 * @since 1.0.7
 * @category models
 */
export interface RunningEmulator extends EmulatorAddress {
  /** The script in front of all endpoints; `add` takes further faults while it runs. */
  readonly faults: FaultScript
  /** Faults that have not hit as often as they should. */
  readonly remainingFaults: () => ReadonlyArray<Fault>
  /** Bytes of objects that have come to the storage endpoints so far, and those it has stored. */
  readonly traffic: () => TrafficCounts
  /** Ends every session, so that each client's next call is answered with 401. */
  readonly signOutAll: () => Promise<void>
  /** Ends every temporary storage key and drive token. */
  readonly expireCredentials: () => Promise<void>
  /** Ends the emulator and closes its ports. */
  readonly close: () => Promise<void>
}

/**
 * Where a running emulator is reached, and with which keys.
 *
 * @since 1.0.7
 * @category combinators
 */
export const addressOf = (emulator: Emulator.Service, options: ServeOptions): EmulatorAddress => {
  const [user] = emulator.users
  const spaces = user?.spaces ?? []
  const external = options.externalS3
  const drive = spaces.find((space) => space.platform === "pds")
  return {
    apiHost: emulator.origins.api,
    accessToken: user?.accessToken ?? "",
    ...options.webDrive === undefined
      ? {}
      : { webDrive: signInAddress(emulator.origins.api, user?.accessToken ?? "") },
    spaces: spaces.map(({ platform, spaceId }) => ({ spaceId, platform })),
    s3: external === undefined
      ? {
        endpoint: emulator.origins.s3,
        region: s3Region,
        bucket: spaces.find((space) => space.platform === "s3")?.bucket ?? "",
        accessKeyId: emulator.directKey.accessKeyId,
        secretAccessKey: emulator.directKey.secretAccessKey
      }
      : {
        endpoint: external.endpoint,
        region: external.region,
        bucket: external.bucket,
        accessKeyId: external.accessKeyId,
        secretAccessKey: external.secretAccessKey
      },
    oss: options.externalOss ?? {
      endpoint: emulator.origins.oss,
      region: ossRegion,
      bucket: spaces.find((space) => space.platform === "oss")?.bucket ?? "",
      accessKeyId: emulator.directKey.accessKeyId,
      accessKeySecret: emulator.directKey.secretAccessKey
    },
    pds: {
      endpoint: emulator.origins.pds,
      driveId: drive === undefined ? "" : driveIdOf(drive.spaceId),
      accessToken: emulator.directDriveToken
    }
  }
}

/**
 * Starts an emulator on free ports of this machine. The promise rejects with the error itself when a port is taken or
 * the data cannot be opened.
 *
 * @since 1.0.7
 * @category constructors
 */
export const startEmulator = async (options: ServeOptions = {}): Promise<RunningEmulator> => {
  const scope = Effect.runSync(Scope.make())
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const exit = await Effect.runPromiseExit(Scope.extend(serve(options), scope))
  if (Exit.isFailure(exit)) {
    await close()
    throw Cause.squash(exit.cause)
  }
  const emulator = exit.value
  return {
    ...addressOf(emulator, options),
    faults: emulator.faults,
    remainingFaults: () => emulator.faults.remaining(),
    traffic: () => emulator.traffic.counts(),
    signOutAll: () => Effect.runPromise(emulator.signOutAll),
    expireCredentials: () => Effect.runPromise(emulator.expireCredentials),
    close
  }
}
