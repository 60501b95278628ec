"use client"
/**
 * The drive of the nearest provider.
 *
 * @since 1.0.7
 */
import { useContext } from "react"
import type { DriveClient } from "../promise/DriveClient.js"
import { DriveContext } from "./DriveProvider.js"

/**
 * The drive of the nearest provider. Throws outside a `DriveProvider`. It starts nothing: a drive is built by its first
 * call.
 *
 * @since 1.0.7
 * @category hooks
 */
export const useDrive = (): DriveClient => {
  const drive = useContext(DriveContext)
  if (drive === undefined) throw new Error("useDrive needs a <DriveProvider> above it")
  return drive
}
