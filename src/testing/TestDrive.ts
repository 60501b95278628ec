/**
 * A whole drive for tests of programs that use one: the real services over an emulator in the same process. No socket,
 * no account, no file; the test's own clock.
 *
 * @since 1.0.7
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Emulator } from "../../emulator/src/Emulator.js"
import type { EmulatorOptions } from "../../emulator/src/EmulatorOptions.js"
import type { StateStoreError } from "../../emulator/src/state/StateStore.js"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import type { DriveOptions, DriveServices } from "../layers/Drive.js"
import * as Drive from "../layers/Drive.js"
import { everythingAtOnce } from "../layers/everythingAtOnce.js"
import * as ConnectivityAlways from "../layers/node/ConnectivityAlways.js"
import * as FileSinkNode from "../layers/node/FileSinkNode.js"
import * as FolderReaderNode from "../layers/node/FolderReaderNode.js"
import * as HasherNode from "../layers/node/HasherNode.js"
import * as TaskMemoryMemory from "../layers/saved/TaskMemoryMemory.js"
import * as UploadSessionsMemory from "../layers/saved/UploadSessionsMemory.js"
import type { DriveClient } from "../promise/DriveClient.js"
import * as Client from "../promise/DriveClient.js"
import { Connectivity } from "../services/Connectivity.js"
import { inner, inOrder } from "../services/inOrder.js"
import { Session } from "../services/Session.js"
import * as ConnectivityMemory from "./ConnectivityMemory.js"
import * as SourcesDom from "./SourcesDom.js"

/**
 * Options of the emulator (spaces, quotas, faults by script …) and of the drive over it.
 *
 * @since 1.0.7
 * @category models
 */
export interface TestDriveOptions extends Omit<EmulatorOptions, "origins"> {
  readonly drive?: Partial<Omit<DriveOptions, "apiHost"> & { readonly id?: string | undefined }> | undefined
}

/**
 * Signs in to a `TestDrive`, unless its options have another one.
 *
 * @since 1.0.7
 * @category constants
 */
export const accessToken = "test-token"

const layerOver = <E>(
  options: TestDriveOptions,
  emulator: Layer.Layer<Emulator, E>,
  connectivity: Layer.Layer<Connectivity>
): Layer.Layer<DriveServices | Emulator, E | InvalidInput> =>
  inOrder(
    emulator,
    inner(connectivity),
    inner(FileSinkNode.layer),
    inner(FolderReaderNode.layer),
    inner(HasherNode.layer),
    inner(TaskMemoryMemory.layer),
    inner(UploadSessionsMemory.layer),
    inner(SourcesDom.layer),
    inner(Emulator.httpClient),
    inner(Emulator.transport),
    Layer.unwrapEffect(
      Effect.map(Emulator, ({ origins }) =>
        Drive.layer(
          { product: { id: "test", version: "1.0" }, ...options.drive, apiHost: origins.api },
          everythingAtOnce
        ))
    )
  )

/**
 * The services of a drive, and the `Emulator` behind them: `faults.add(…)` makes the next requests fail, `signOutAll` ends
 * the session.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: TestDriveOptions = {}
): Layer.Layer<DriveServices | Emulator, InvalidInput | StateStoreError> =>
  layerOver(options, Emulator.layer({ accessToken, ...options }), ConnectivityAlways.layer)

/**
 * The client, with what a test needs: `emulator` inspects the service and makes it fail, `setOnline` simulates the
 * network.
 *
 * @since 1.0.7
 * @category models
 */
export interface TestDriveClient extends DriveClient {
  readonly emulator: Emulator.Service
  /** Sets whether the machine is online. */
  readonly setOnline: (online: boolean) => Promise<void>
}

/**
 * Another client of the same service, as another tab is: give it the `emulator` of the first one.
 *
 * @since 1.0.7
 * @category models
 */
export interface TestClientOptions extends TestDriveOptions {
  readonly emulator?: Emulator.Service | undefined
  /** Default true: signed in, the first space selected. */
  readonly signedIn?: boolean | undefined
}

/**
 * The same for programs without Effect: signed in, the first space selected. Works in Node, and in the DOMs of happy-dom and jsdom.
 *
 * @since 1.0.7
 * @category constructors
 */
export const createTestDrive = async (options: TestClientOptions = {}): Promise<TestDriveClient> => {
  const connectivity = Effect.runSync(ConnectivityMemory.make)
  let emulator = options.emulator
  const service = emulator === undefined
    ? Layer.tap(Emulator.layer({ accessToken, ...options }), (context) =>
      Effect.sync(() => {
        emulator = Context.get(context, Emulator)
      }))
    : Layer.succeed(Emulator, emulator)
  const network = Layer.succeed(Connectivity, connectivity.service)
  const client = Client.make(layerOver(options, service, network), options.drive)
  await client.run(Effect.void)
  const drive = Object.defineProperties(client, {
    emulator: { value: emulator },
    setOnline: { value: (online: boolean) => Effect.runPromise(connectivity.set(online)) }
  }) as TestDriveClient
  if (options.signedIn === false) return drive
  const token = options.accessToken ?? accessToken
  await drive.run(Effect.flatMap(Session, (session) => session.initialise({ accessToken: token })))
  return drive
}
