/**
 * A whole drive in memory: one space on one platform, with all ports that uploads need. Runs under virtual time, with
 * scripted faults, and its state can be inspected.
 *
 * @since 1.0.7
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FileId, rootFileId, SpaceId, Wsid } from "../domain/Ids.js"
import type { SupportedPlatform } from "../domain/Platform.js"
import type { Space } from "../domain/Space.js"
import { DriveInfo } from "../domain/Space.js"
import type { StorageCredential } from "../domain/StorageCredential.js"
import type { PartRules } from "../domain/UploadPlan.js"
import * as DriveEventsLayer from "../layers/api/DriveEventsLayer.js"
import * as UploadSessionsMemory from "../layers/saved/UploadSessionsMemory.js"
import * as assetWishes from "../seldom/assets/AssetWishesLayer.js"
import { Connectivity } from "../services/Connectivity.js"
import { Credentials } from "../services/Credentials.js"
import { DriveEvents } from "../services/DriveEvents.js"
import { Files } from "../services/Files.js"
import { Hasher } from "../services/Hasher.js"
import { inOrder } from "../services/inOrder.js"
import { KnownHosts } from "../services/KnownHosts.js"
import { Spaces } from "../services/Spaces.js"
import type { StorageProvider } from "../services/StorageProvider.js"
import { StorageProviders } from "../services/StorageProviders.js"
import type { TransferScheduler } from "../services/TransferScheduler.js"
import { Transport } from "../services/Transport.js"
import type { UploadPorts } from "../services/uploads/UploadEngine.js"
import { UploadSources } from "../services/UploadSource.js"
import * as transfers from "../transfer/TransferRunsLayer.js"
import * as ConnectivityMemory from "./ConnectivityMemory.js"
import type { Fault } from "./FaultScript.js"
import * as HasherMemory from "./HasherMemory.js"
import { smallRules } from "./MemoryBucket.js"
import { MemoryNetwork } from "./MemoryNetwork.js"
import { MemoryService } from "./MemoryService.js"
import { MemoryStorage } from "./MemoryStorage.js"
import * as ProviderMemory from "./ProviderMemory.js"
import type { MemoryDisk } from "./SourcesMemory.js"
import * as SourcesMemory from "./SourcesMemory.js"
import * as TransportMemory from "./TransportMemory.js"

/**
 * Default: s3 with parts of at least 10 bytes, 20 ms of latency, 1 MB/s a request, no faults, no size limit.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryDriveOptions {
  readonly platform?: SupportedPlatform | undefined
  readonly rules?: PartRules | undefined
  readonly faults?: ReadonlyArray<Fault> | undefined
  readonly latency?: number | undefined
  readonly bytesPerSecond?: number | undefined
  readonly fileSizeLimit?: number | undefined
  /** Files are listed from their create call on, as some services do. Default false. */
  readonly listAnnounced?: boolean | undefined
  /** A file that is written to while it is read gives other bytes without a word, as in Firefox. */
  readonly changesUnseen?: boolean | undefined
}

/**
 * The ports that an upload needs, all but the scheduler.
 *
 * @since 1.0.7
 * @category models
 */
export type MemoryPorts = Exclude<UploadPorts, TransferScheduler>

/**
 * The drive and what a test may do to it. `layer` can be built again over the same data, as a new process would.
 *
 * @since 1.0.7
 * @category models
 */
export interface MemoryDrive {
  readonly space: Space
  readonly network: MemoryNetwork
  readonly storage: MemoryStorage
  readonly service: MemoryService
  readonly disk: MemoryDisk
  readonly sessions: UploadSessionsMemory.Sessions
  readonly layer: Layer.Layer<MemoryPorts>
  /** Cuts or restores the network and reports it, or only does it (`told: false`). */
  readonly setOnline: (online: boolean, options?: { readonly told?: boolean }) => Effect.Effect<void>
  /** Signs in again, as this user. */
  readonly signIn: (wsid?: string) => Effect.Effect<void, never, DriveEvents>
}

const credentialOf = (space: Space, version: number, now: number): StorageCredential => ({
  spaceId: space.spaceId,
  version,
  platform: space.platform ?? "s3",
  fetchedAt: now,
  expiresAt: undefined,
  bucket: undefined,
  drive: undefined
})

const credentials = (space: Space, service: MemoryService, storage: MemoryStorage): Credentials["Type"] => {
  const { credential } = service
  const current = Effect.map(Clock.currentTimeMillis, (now) => credentialOf(space, credential.version, now))
  return {
    get: () => current,
    refresh: (_spaceId, staleVersion) =>
      credential.version > staleVersion
        ? current
        : Effect.zipRight(
          service.call("GET", `/api/v2/drive/space/${space.spaceId}/token`, () =>
            Effect.sync(() => {
              credential.version = Math.max(credential.version + 1, storage.oldestValidVersion)
            })),
          current
        ),
    clear: Effect.void
  }
}

const files = (provider: StorageProvider): Pick<Files["Type"], "resolve" | "ensureFolder"> => ({
  resolve: (path) => provider.files.resolve(path),
  ensureFolder: (path) =>
    Effect.reduce(
      path.split("/").filter((name) => name !== ""),
      rootFileId,
      (parentFileId, name) =>
        provider.files.createFolder({ name, parentFileId: FileId.make(parentFileId), checkNameMode: "refuse" })
    )
})

/**
 * Makes an empty drive in memory. Run what uses it by `VirtualTime.run`.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (options: MemoryDriveOptions = {}): Effect.Effect<MemoryDrive> =>
  Effect.gen(function*() {
    const platform = options.platform ?? "s3"
    const space: Space = {
      spaceId: SpaceId.make("space-1"),
      platform,
      name: undefined,
      fileSizeLimit: options.fileSizeLimit,
      downloadSpeed: undefined
    }
    const network = new MemoryNetwork(options)
    const order = platform === "pds" ? "ascending" : "any"
    const storage = new MemoryStorage(platform, options.rules ?? { ...smallRules, order }, network)
    const service = new MemoryService(network)
    service.listsAnnounced = options.listAnnounced ?? false
    const connectivity = yield* ConnectivityMemory.make
    const provider = ProviderMemory.make(space, service, storage, Effect.sync(() => service.credential.version))
    const disk: MemoryDisk = new Map()
    const sessions = UploadSessionsMemory.empty()

    const publishing = Layer.effectDiscard(Effect.map(DriveEvents, (events) => {
      service.onUnauthorised = (error) => events.publish({ _tag: "TokenExpired", error })
    }))
    const ports = Layer.mergeAll(
      Layer.succeed(Connectivity, connectivity.service),
      Layer.succeed(Credentials, credentials(space, service, storage)),
      Layer.mock(Files, files(provider)),
      Layer.succeed(Hasher, HasherMemory.make({ bytesPerSecond: network.bytesPerSecond * 10 })),
      Layer.succeed(StorageProviders, { forSpace: () => Effect.succeed(provider), closeAll: Effect.void }),
      Layer.succeed(Transport, TransportMemory.make(storage)),
      Layer.succeed(UploadSources, SourcesMemory.make(disk, options)),
      Layer.mock(Spaces, {
        current: () => Effect.succeed(space),
        resolve: () => Effect.succeed(space),
        driveInfo: () => Effect.succeed(new DriveInfo())
      }),
      UploadSessionsMemory.layerOver(sessions)
    )

    return {
      space,
      network,
      storage,
      service,
      disk,
      sessions,
      layer: Layer.mergeAll(inOrder(ports, assetWishes.layer), publishing, transfers.layer).pipe(
        Layer.provideMerge(inOrder(DriveEventsLayer.layer, KnownHosts.layer))
      ),
      setOnline: (online, { told = true } = {}) =>
        Effect.suspend(() => {
          network.online = online
          return told ? connectivity.set(online) : Effect.void
        }),
      signIn: (wsid = "user-1") =>
        Effect.flatMap(DriveEvents, (events) => {
          service.signedIn = true
          return events.publish({ _tag: "SignedIn", wsid: Wsid.make(wsid) })
        })
    }
  })
