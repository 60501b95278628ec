/**
 * `effect-drive/testing`: drives without a network, for tests of programs that use one.
 *
 * @since 1.0.7
 */
export { Emulator } from "../../emulator/src/Emulator.js"
export * as UploadSessionsMemory from "../layers/saved/UploadSessionsMemory.js"
export * as ConnectivityMemory from "./ConnectivityMemory.js"
export * as FaultScript from "./FaultScript.js"
export * as HasherMemory from "./HasherMemory.js"
export * as MemoryDrive from "./MemoryDrive.js"
export * as ObjectStoreMemory from "./ObjectStoreMemory.js"
export * as SourcesMemory from "./SourcesMemory.js"
export * as TestDrive from "./TestDrive.js"
export { createTestDrive, type TestClientOptions, type TestDriveClient } from "./TestDrive.js"
export * as TransportMemory from "./TransportMemory.js"
export * as VirtualTime from "./VirtualTime.js"
