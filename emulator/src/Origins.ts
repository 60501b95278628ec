/**
 * Where an emulator without sockets is, and the regions that its endpoints sign for.
 */
import type { Origins } from "./EmulatorOptions.js"

/**
 * Region that the S3 endpoint signs for.
 */
export const s3Region = "us-east-1"

/**
 * Region of the OSS endpoint, as OSS spells it.
 */
export const ossRegion = "oss-cn-hangzhou"

/**
 * Addresses of an emulator without sockets: from the range for documentation, so they lead nowhere on any network.
 */
export const inProcessOrigins: Origins = {
  api: "http://192.0.2.1",
  s3: "http://192.0.2.2",
  oss: "http://192.0.2.3",
  pds: "http://192.0.2.4"
}
