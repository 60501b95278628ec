/**
 * What the emulator keeps on disk is for its own user alone.
 */
import * as fs from "node:fs/promises"
import { makeDirectory as makeWithParents } from "../../src/layers/node/makeDirectory.js"

/**
 * The mode of every file.
 */
export const fileMode = 0o600

const directoryMode = 0o700

/**
 * Makes the directory, if it is missing, and closes it to others. Those above it are closed only where they are made.
 */
export const makeDirectory = async (directory: string): Promise<void> => {
  await makeWithParents(directory, directoryMode)
  await fs.chmod(directory, directoryMode)
}
