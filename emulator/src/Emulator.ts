/**
 * The embedded drive: a product API and endpoints of S3, OSS and PDS over one blob store, with faults by script.
 *
 * @since 1.0.7
 */
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Transport } from "../../src/services/Transport.js"
import * as FaultScript from "../../src/testing/FaultScript.js"
import type { AccessKey } from "./AccessKeys.js"
import * as AccessKeys from "./AccessKeys.js"
import type { UserRules } from "./accounts/Accounts.js"
import * as Accounts from "./accounts/Accounts.js"
import * as Api from "./api/Api.js"
import * as Envelope from "./api/Envelope.js"
import { answerInOtherTypes } from "./api/otherTypes.js"
import * as ArchiveExpiry from "./archive/ArchiveExpiry.js"
import * as AssetFolders from "./assets/AssetFolders.js"
import * as Assets from "./assets/Assets.js"
import * as Shares from "./assets/Shares.js"
import { BlobStore } from "./blobs/BlobStore.js"
import * as Catalogue from "./catalogue/Catalogue.js"
import * as Listing from "./catalogue/Listing.js"
import type { EmulatorOptions, Origins } from "./EmulatorOptions.js"
import { usersOf } from "./EmulatorOptions.js"
import type { ConnectionCut } from "./faults/ConnectionCut.js"
import * as FaultControl from "./faults/FaultControl.js"
import * as FaultSwitches from "./faults/FaultSwitches.js"
import * as FaultyApp from "./faults/FaultyApp.js"
import * as SlowLine from "./faults/SlowLine.js"
import { addDate } from "./http/addDate.js"
import * as Cors from "./http/Cors.js"
import * as SignedAddresses from "./http/SignedAddresses.js"
import * as InProcessClient from "./InProcessClient.js"
import * as InProcessTransport from "./InProcessTransport.js"
import { inProcessOrigins, ossRegion, s3Region } from "./Origins.js"
import * as OssApp from "./oss/OssApp.js"
import * as OssStorage from "./oss/OssStorage.js"
import * as DriveApp from "./pds/DriveApp.js"
import * as DriveTasks from "./pds/DriveTasks.js"
import * as DriveTokens from "./pds/DriveTokens.js"
import * as DriveUploads from "./pds/DriveUploads.js"
import * as ObjectAddresses from "./pds/ObjectAddresses.js"
import * as TaskWork from "./pds/TaskWork.js"
import * as S3App from "./s3/S3App.js"
import * as Settings from "./Settings.js"
import * as SpaceStorage from "./SpaceStorage.js"
import * as Database from "./state/Database.js"
import type { StateStoreError } from "./state/StateStore.js"
import * as Stores from "./Stores.js"
import * as Tables from "./Tables.js"
import * as Migrations from "./tasks/Migrations.js"
import * as Tasks from "./tasks/Tasks.js"
import * as scalePicture from "./thumbnails/scalePicture.js"
import * as Thumbnails from "./thumbnails/Thumbnails.js"
import * as Traffic from "./Traffic.js"
import * as WebDrive from "./webDrive/WebDrive.js"

export declare namespace Emulator {
  /**
   * @since 1.0.7
   * @category models
   */
  export interface Service {
    readonly api: HttpApp.Default<ConnectionCut>
    readonly s3: HttpApp.Default<ConnectionCut>
    readonly oss: HttpApp.Default<ConnectionCut>
    readonly pds: HttpApp.Default<ConnectionCut>
    readonly origins: Origins
    readonly users: ReadonlyArray<UserRules>
    /** A key that may use every bucket and does not expire, for direct storage clients. */
    readonly directKey: AccessKey
    /** A token for the drives of the first user that does not expire, for direct PDS clients. */
    readonly directDriveToken: string
    readonly faults: FaultScript.FaultScript
    readonly traffic: Traffic.Traffic
    /** Ends every session: the next call of each client is answered with 401. */
    readonly signOutAll: Effect.Effect<void, StateStoreError>
    /** Ends every temporary storage key and drive token. */
    readonly expireCredentials: Effect.Effect<void>
  }
}

/**
 * @since 1.0.7
 * @category tags
 */
export class Emulator extends Context.Tag("effect-drive/Emulator")<Emulator, Emulator.Service>() {
  /** The emulator without a server: other programs of this process call it. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator, StateStoreError> =>
    Layer.scoped(Emulator, make(options))

  /**
   * Calls run the emulator on the caller's own fiber: no socket, the same clock, and interruption reaches the handler. Two of them in one
   * composition may have two emulators, so each is a fresh one.
   */
  static readonly httpClient: Layer.Layer<HttpClient.HttpClient, never, Emulator> = Layer.fresh(
    Layer.effect(HttpClient.HttpClient, Effect.map(Emulator, InProcessClient.make))
  )

  /** Bytes to and from the emulator in the same way. */
  static readonly transport: Layer.Layer<Transport, never, Emulator> = Layer.fresh(
    Layer.effect(
      Transport,
      Effect.map(Emulator, (emulator) => InProcessTransport.make(InProcessClient.make(emulator)))
    )
  )
}

const expiredKeys = HttpServerResponse.text(
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
    "<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>",
  { status: 400, contentType: "application/xml" }
)

const anyOrigin = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" }

/**
 * An emulator that lives as long as the scope.
 *
 * @since 1.0.7
 * @category constructors
 */
export const make = (
  options: EmulatorOptions = {}
): Effect.Effect<Emulator.Service, StateStoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const origins = options.origins ?? inProcessOrigins
    const { blobs: openBlobs, objects, state } = yield* Stores.open(options)
    const switches = FaultSwitches.make(FaultScript.make(options.faults))
    const blobs = options.faultSwitches === true
      ? FaultSwitches.fillable(openBlobs, () => switches.read().full)
      : openBlobs
    const line = new SlowLine.SlowLine(FaultSwitches.slowSpeed)
    const overLine = <E>(app: HttpApp.Default<E>) =>
      options.faultSwitches === true ? SlowLine.behind(app, line, () => switches.read().slow) : app
    const keys = AccessKeys.make()

    const listAnnounced = options.listAnnounced ?? false
    const tables = Tables.make({ listAnnounced })
    const database = yield* Database.make(state, Tables.all(tables))

    const accessToken = options.accessToken ?? (yield* Settings.secret(tables.settings, database, "sample"))
    const directKey = yield* Settings.directKey(tables.settings, database, keys)
    const users = usersOf(options, accessToken)
    yield* Stores.makeBuckets(objects, users)
    const tokens = DriveTokens.make()
    const directDriveToken = yield* Settings.secret(tables.settings, database, "drive")
    tokens.add({ accessToken: directDriveToken, wsid: users[0]?.wsid ?? "" })

    const accounts = new Accounts.Accounts(tables.accounts, database, users)
    const catalogue = new Catalogue.Catalogue(tables.entries, database, objects)
    const own = SpaceStorage.own({ endpoint: origins.s3, region: s3Region, keys, key: directKey })
    const storage = SpaceStorage.byPlatform({
      own,
      s3: options.externalS3 === undefined ? own : SpaceStorage.external(options.externalS3),
      oss: options.externalOss === undefined
        ? OssStorage.own({ endpoint: origins.oss, region: ossRegion, apiHost: origins.api, keys, key: directKey })
        : OssStorage.external(options.externalOss)
    })
    const tasks = new Tasks.Tasks(tables.tasks, database, Duration.decode(options.taskDuration ?? "500 millis"))
    const assetFolders = new AssetFolders.AssetFolders(tables.assetFolders, database)
    const archiveLives = new ArchiveExpiry.ArchiveExpiry(tables.archiveLives, database, catalogue, yield* Effect.scope)
    const addresses = SignedAddresses.make(
      origins.pds,
      yield* Settings.secret(tables.settings, database, "driveAddresses")
    )
    const thumbnailAddresses = SignedAddresses.make(
      origins.api,
      yield* Settings.secret(tables.settings, database, "thumbnailAddresses")
    )
    const thumbnails = yield* Thumbnails.make({
      addresses: thumbnailAddresses,
      loadScaling: scalePicture.load,
      objects
    })
    const api = Api.make({
      accounts,
      catalogue,
      list: Listing.make(catalogue),
      storage: {
        ...storage,
        wholeUrl: (space, file) =>
          space.platform === "pds"
            ? ObjectAddresses.addressOf(addresses, space, file, { lifetime: Duration.minutes(15) })
            : storage.downloadUrl(space, file)
      },
      thumbnails,
      thumbnailAddresses,
      drives: { endpoint: origins.pds, tokens },
      archiveLives,
      assetFolders,
      assets: new Assets.Assets(tables.assets, database, catalogue, assetFolders),
      shares: new Shares.Shares(tables.shares, database, origins.api),
      tasks,
      migrations: new Migrations.Migrations(tables.migrations, database, tasks),
      credentialLifetime: Duration.decode(options.credentialLifetime ?? "1 hour")
    })
    const written = options.wireTypes === "other" ? Effect.map(api, answerInOtherTypes) : api
    const s3 = yield* S3App.make({ region: s3Region, restoreDuration: options.taskDuration }).pipe(
      Effect.provideService(BlobStore, blobs),
      Effect.provideService(AccessKeys.AccessKeys, keys)
    )

    const faults = switches.script
    const traffic = Traffic.make()
    const withFaults = FaultyApp.make(addDate(written), faults, {
      target: "api",
      expired: () => Envelope.failure(Accounts.signedOut),
      headers: () => ({})
    })
    const faultyApi = Cors.allowLoopback(
      options.faultSwitches === true ? FaultControl.before(withFaults, accounts, switches) : withFaults
    )

    const oss = yield* OssApp.make({
      region: ossRegion,
      restoreDuration: options.taskDuration,
      api: { origin: origins.api, app: faultyApi }
    }).pipe(
      Effect.provideService(BlobStore, blobs),
      Effect.provideService(AccessKeys.AccessKeys, keys)
    )

    const driveTasks = new DriveTasks.DriveTasks(
      tables.driveTasks,
      database,
      yield* Effect.scope,
      Duration.decode(options.taskDuration ?? "500 millis"),
      TaskWork.make(catalogue, users.flatMap((user) => user.spaces))
    )
    yield* driveTasks.resume
    yield* archiveLives.resume(users.flatMap((user) => user.spaces))
    const pds = DriveApp.make({
      users,
      catalogue,
      sorted: Listing.makeSorted(catalogue),
      blobs,
      tokens,
      uploads: new DriveUploads.DriveUploadRows(tables.driveUploads, database, blobs),
      tasks: driveTasks,
      addresses,
      thumbnails,
      rules: {
        parallelUpload: options.parallelUpload ?? true,
        listAnnounced,
        addressLifetime: Duration.decode(options.addressLifetime ?? "15 minutes")
      }
    })

    return {
      api: options.webDrive === undefined ? faultyApi : WebDrive.make(options.webDrive, faultyApi),
      s3: FaultyApp.make(overLine(traffic.accepting(s3)), faults, {
        target: "s3",
        expired: () => expiredKeys,
        headers: () => anyOrigin
      }),
      oss: FaultyApp.make(overLine(traffic.accepting(oss)), faults, {
        target: "oss",
        expired: OssApp.expired,
        headers: () => anyOrigin
      }),
      pds: FaultyApp.make(overLine(traffic.accepting(addDate(pds))), faults, {
        target: "pds",
        expired: DriveApp.expired,
        headers: () => anyOrigin
      }),
      origins,
      users,
      directKey,
      directDriveToken,
      faults,
      traffic,
      signOutAll: accounts.logoutAll,
      expireCredentials: Effect.zipRight(keys.expireAll(), tokens.expireAll)
    }
  })
