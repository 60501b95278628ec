/**
 * What uploads folders.
 */
import type { FolderRuns } from "../../services/TransferRuns.js"
import { walkFolder } from "./walkFolder.js"

export const folders: FolderRuns = { walkFolder }
