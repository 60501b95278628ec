import { joined as joinedCrc64 } from "../../domain/Crc64.js"
import { partCount } from "../../domain/UploadPlan.js"
import { iterated } from "../../services/iterated.js"
import { adaptWidth } from "../../transfer/parts/adaptWidth.js"
import { inSpan } from "../../transfer/parts/TransferSpan.js"
import { publicPath } from "../http/PublicPath.js"
import { loadedWithCalls } from "./loadedWithCalls.js"

/**
 * What uploads and downloads share. Each module of either names it all: so bundlers keep it in one file.
 */
export const loadedWithTransfer: ReadonlyArray<unknown> = [
  joinedCrc64,
  partCount,
  iterated,
  adaptWidth,
  inSpan,
  publicPath,
  loadedWithCalls
]
