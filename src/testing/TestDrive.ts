/**
 * A whole drive for tests of programs that use one: the real services over an emulator in the same process. No socket,
 * no account, no file; the test's own clock.
 *
 * @since 1.0.7
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { InvalidInput } from "../domain/errors/InputErrors.js"
import { Emulator } from "../emulator/Emulator.js"
import type { EmulatorOptions } from "../emulator/EmulatorOptions.js"
import type { StateStoreError } from "../emulator/state/StateStore.js"
import * as ConnectivityAlways from "../layers/ConnectivityAlways.js"
import type { DriveOptions, DriveServices } from "../layers/Drive.js"
import * as Drive from "../layers/Drive.js"
import * as FileSinkNode from "../layers/FileSinkNode.js"
import * as FolderReaderNode from "../layers/FolderReaderNode.js"
import * as HasherNode from "../layers/HasherNode.js"
import * as TaskMemoryMemory from "../layers/TaskMemoryMemory.js"
import * as UploadSessionsMemory from "../layers/UploadSessionsMemory.js"
import * as UploadSourcesNode from "../layers/UploadSourcesNode.js"
import type { DriveClient } from "../promise/DriveClient.js"
import * as Client from "../promise/DriveClient.js"
import { Session } from "../services/Session.js"
import * as AllCode from "./allCode.js"

/**
 * Options of the emulator (spaces, quotas, faults by script …) and of the drive over it.
 *
 * @since 1.0.7
 * @category models
 */
export interface TestDriveOptions extends Omit<EmulatorOptions, "origins"> {
  readonly drive?: Partial<Omit<DriveOptions, "apiHost">> | undefined
}

/**
 * Signs in to a `TestDrive`, unless its options say another one.
 *
 * @since 1.0.7
 * @category constants
 */
export const accessToken = "test-token"

const adapters = Layer.mergeAll(
  ConnectivityAlways.layer,
  FileSinkNode.layer,
  FolderReaderNode.layer,
  HasherNode.layer,
  TaskMemoryMemory.layer,
  UploadSessionsMemory.layer,
  UploadSourcesNode.layer
)

/**
 * The services of a drive, and the `Emulator` behind them: `faults.add(…)` breaks what comes next, `signOutAll` ends the
 * session.
 *
 * @since 1.0.7
 * @category layers
 */
export const layer = (
  options: TestDriveOptions = {}
): Layer.Layer<DriveServices | Emulator, InvalidInput | StateStoreError> =>
  Layer.unwrapEffect(
    Effect.map(Emulator, ({ origins }) => {
      AllCode.supply()
      return Drive.layer({ product: { id: "test", version: "1.0" }, ...options.drive, apiHost: origins.api })
    })
  ).pipe(
    Layer.provide(Layer.mergeAll(adapters, Emulator.httpClient, Emulator.transport)),
    Layer.provideMerge(Emulator.layer({ accessToken, ...options }))
  )

/**
 * The same for programs without Effect: signed in, the first space selected.
 *
 * @since 1.0.7
 * @category constructors
 */
export const createTestDrive = async (options: TestDriveOptions = {}): Promise<DriveClient> => {
  const drive = Client.make(layer(options))
  const token = options.accessToken ?? accessToken
  await drive.run(Effect.flatMap(Session, (session) => session.initialise({ accessToken: token })))
  return drive
}
