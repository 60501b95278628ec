"use client"
/**
 * The services of the drive, for components with Effect in them.
 *
 * @since 1.0.7
 */
import type { DriveClient } from "../promise/DriveClient.js"
import { useDrive } from "./useDrive.js"

/**
 * The `ManagedRuntime` of the nearest drive.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDriveRuntime = (): DriveClient["runtime"] => useDrive().runtime
