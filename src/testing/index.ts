/**
 * `effect-drive/testing`: drives without a network, for tests of programs that use one.
 *
 * @since 1.0.7
 */
export * as FaultScript from "../domain/FaultScript.js"
export { Emulator } from "../emulator/Emulator.js"
export * as UploadSessionsMemory from "../layers/UploadSessionsMemory.js"
export * as ConnectivityMemory from "./ConnectivityMemory.js"
export * as HasherMemory from "./HasherMemory.js"
export * as MemoryDrive from "./MemoryDrive.js"
export * as ObjectStoreMemory from "./ObjectStoreMemory.js"
export * as SourcesMemory from "./SourcesMemory.js"
export * as TestDrive from "./TestDrive.js"
export { createTestDrive, type TestClientOptions, type TestDriveClient } from "./TestDrive.js"
export * as TransportMemory from "./TransportMemory.js"
export * as VirtualTime from "./VirtualTime.js"
